package io.agentkit.spend;

import io.agentkit.Use;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.MoneySum;
import org.jspecify.annotations.Nullable;

/** Both views of one thing, and what lies between them. Guarded by the meter's lock. */
final class CostAccount {

    private static final Use[] USES = Use.values();

    private final SpendSum spend = new SpendSum();

    /** By use; made when needed, since most requests give an answer. */
    private final @Nullable SpendSum[] used = new SpendSum[USES.length];

    private final MoneySum saved = new MoneySum();
    private long cached;

    /** Whether anything was booked since it was cleared. */
    private boolean touched;

    CostAccount() {
        used[Use.ANSWER.ordinal()] = new SpendSum();
    }

    boolean isTouched() {
        return touched;
    }

    void request(Usage usage, @Nullable Money usd) {
        touched = true;
        spend.add(usage, usd);
    }

    void use(Use use, Usage usage, @Nullable Money usd) {
        touched = true;
        used(use).add(usage, usd);
    }

    /** Takes a request out of all it is in, before it is booked anew. */
    void withdraw(@Nullable Use use, Usage usage, @Nullable Money usd) {
        touched = true;
        spend.subtract(usage, usd);
        if (use != null) {
            used(use).subtract(usage, usd);
        }
    }

    /** An answer that no request gave. */
    void answeredElsewhere(Money saving) {
        touched = true;
        cached++;
        saved.add(saving);
    }

    void add(CostAccount other) {
        touched = true;
        spend.add(other.spend);
        saved.add(other.saved.toMoney());
        cached += other.cached;
        for (Use use : USES) {
            SpendSum more = other.used[use.ordinal()];
            if (more != null) {
                used(use).add(more);
            }
        }
    }

    void clear() {
        touched = false;
        spend.clear();
        saved.clear();
        cached = 0;
        for (SpendSum each : used) {
            if (each != null) {
                each.clear();
            }
        }
    }

    private SpendSum used(Use use) {
        SpendSum sum = used[use.ordinal()];
        if (sum == null) {
            sum = new SpendSum();
            used[use.ordinal()] = sum;
        }
        return sum;
    }

    CostTotals totals() {
        SpendTotals answers = totals(Use.ANSWER);
        return new CostTotals(
                new AnswerTotals(
                        answers.requests() + cached,
                        answers.usage(),
                        answers.usd(),
                        answers.exact(),
                        cached,
                        saved.toMoney()),
                spend.totals(),
                new WasteTotals(totals(Use.RETRIES), totals(Use.HEDGES), totals(Use.ABANDONED), totals(Use.FAILED)));
    }

    private SpendTotals totals(Use use) {
        SpendSum sum = used[use.ordinal()];
        return sum == null ? SpendTotals.NONE : sum.totals();
    }
}

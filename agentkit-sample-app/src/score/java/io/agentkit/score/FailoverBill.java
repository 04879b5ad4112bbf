package io.agentkit.score;

import io.agentkit.money.Money;
import io.agentkit.score.FailoverProvider.Asked;
import io.agentkit.score.FailoverProvider.Outcome;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostTotals;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares what was booked with what the server has billed. */
final class FailoverBill {

    private static final long SETTLED_MILLIS = 3_000;

    /** How far an estimate of tokens may be above a provider's count. */
    private static final int ESTIMATE_PERCENT = 10;

    private FailoverBill() {}

    /** Why the two differ, or null; answers that end late have a moment to be booked. */
    static @Nullable String difference(CostMeter meter, FailoverFault fault, List<Asked> asked, long answers)
            throws InterruptedException {
        Money billed = Money.ZERO;
        Money bound = Money.ZERO;
        for (Asked one : asked) {
            Outcome outcome = one.outcome(fault);
            billed = outcome == Outcome.BILLED ? billed.plus(price(one.primary())) : billed;
            bound = outcome == Outcome.BROKEN_OFF ? bound.plus(price(one.primary())) : bound;
        }
        long start = System.nanoTime();
        String difference;
        do {
            difference = difference(
                    meter.total(), billed, billed.plus(bound).plus(bound.percent(ESTIMATE_PERCENT)), answers);
            if (difference != null) {
                Thread.sleep(20);
            }
        } while (difference != null && System.nanoTime() - start < SETTLED_MILLIS * 1_000_000);
        return difference;
    }

    /**
     * An answer that breaks off says no usage: what it costs is estimated, between nothing and the price of the whole answer, with
     * the allowance. All else is
     * equal to the last digit.
     */
    private static @Nullable String difference(CostTotals total, Money billed, Money most, long answers) {
        Money spent = total.spend().usd();
        if (total.answers().calls() != answers) {
            return total.answers().calls() + " answers are booked and " + answers + " were given";
        }
        if (!total.answers().usd().equals(billed)) {
            return "answers are booked with " + total.answers().usd() + " and billed with " + billed;
        }
        if (spent.compareTo(billed) < 0 || spent.compareTo(most) > 0) {
            return "spent " + spent + ", billed between " + billed + " and " + most;
        }
        return null;
    }

    private static Money price(boolean primary) {
        int input = primary ? FailoverProvider.PRIMARY_INPUT : FailoverProvider.BACKUP_INPUT;
        int perMillion = primary ? FailoverApplication.MAIN_PRICE : FailoverApplication.LARGE_PRICE;
        return Money.of(BigDecimal.valueOf((long) (input + FailoverFault.ALL_TOKENS) * perMillion, 6));
    }
}

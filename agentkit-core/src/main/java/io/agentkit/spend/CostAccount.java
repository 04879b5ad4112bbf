package io.agentkit.spend;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.MoneySum;
import org.jspecify.annotations.Nullable;

/** One line of a cost meter, in place. Guarded by the meter's lock. */
final class CostAccount {

    private final UsageSum answerUsage = new UsageSum();
    private final UsageSum spendUsage = new UsageSum();
    private final MoneySum answerUsd = new MoneySum();
    private final MoneySum spendUsd = new MoneySum();
    private long answers;
    private long inexactAnswers;
    private long requests;
    private long unpriced;
    private long estimated;

    void answer(Usage usage, @Nullable Money usd) {
        answers++;
        answerUsage.add(usage, 1);
        if (usd != null) {
            answerUsd.add(usd);
        }
        inexactAnswers += usd == null || usage.estimated() ? 1 : 0;
    }

    void request(Usage usage, @Nullable Money usd) {
        book(usage, usd, 1);
    }

    /** Takes a request out again, before it is booked anew. */
    void withdraw(Usage usage, @Nullable Money usd) {
        book(usage, usd, -1);
    }

    private void book(Usage usage, @Nullable Money usd, int sign) {
        requests += sign;
        spendUsage.add(usage, sign);
        if (usd == null) {
            unpriced += sign;
        } else if (sign > 0) {
            spendUsd.add(usd);
        } else {
            spendUsd.subtract(usd);
        }
        estimated += usage.estimated() ? sign : 0;
    }

    CostTotals totals() {
        boolean exact = unpriced == 0 && estimated == 0;
        return new CostTotals(
                new AnswerTotals(answers, answerUsage.toUsage(), answerUsd.toMoney(), inexactAnswers == 0),
                new SpendTotals(requests, spendUsage.toUsage(), spendUsd.toMoney(), exact, unpriced, estimated));
    }
}

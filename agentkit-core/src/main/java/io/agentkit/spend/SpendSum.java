package io.agentkit.spend;

import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageSum;
import io.agentkit.money.Money;
import io.agentkit.money.MoneySum;
import org.jspecify.annotations.Nullable;

/** Requests with their tokens and their price, added up in place. Guarded by the meter's lock. */
final class SpendSum {

    private final UsageSum usage = new UsageSum();
    private final MoneySum usd = new MoneySum();
    private long requests;
    private long unpriced;
    private long estimated;

    void add(Usage used, @Nullable Money price) {
        requests++;
        usage.add(used);
        if (price == null) {
            unpriced++;
        } else {
            usd.add(price);
        }
        estimated += used.estimated() ? 1 : 0;
    }

    /** Takes a request out again. */
    void subtract(Usage used, @Nullable Money price) {
        requests--;
        usage.subtract(used);
        if (price == null) {
            unpriced--;
        } else {
            usd.subtract(price);
        }
        estimated -= used.estimated() ? 1 : 0;
    }

    void add(SpendSum other) {
        requests += other.requests;
        usage.add(other.usage);
        usd.add(other.usd.toMoney());
        unpriced += other.unpriced;
        estimated += other.estimated;
    }

    void clear() {
        requests = 0;
        usage.clear();
        usd.clear();
        unpriced = 0;
        estimated = 0;
    }

    long requests() {
        return requests;
    }

    SpendTotals totals() {
        boolean exact = unpriced == 0 && estimated == 0;
        return new SpendTotals(requests, usage.toUsage(), usd.toMoney(), exact, unpriced, estimated);
    }
}

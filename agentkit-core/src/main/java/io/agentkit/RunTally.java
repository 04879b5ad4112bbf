package io.agentkit;

import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageSum;
import io.agentkit.money.Money;
import io.agentkit.money.MoneySum;
import org.jspecify.annotations.Nullable;

/** What a run has used, added up in place. Not thread-safe. */
final class RunTally {

    private final UsageSum usage = new UsageSum();
    private final MoneySum usd = new MoneySum();
    private long requests;
    private long inexact;

    RunTally(RunSpend first) {
        usage.add(first.usage());
        usd.add(first.usd());
        requests = first.requests();
        inexact = first.exact() ? 0 : first.requests();
    }

    void add(Usage used, @Nullable Money price) {
        usage.add(used);
        requests++;
        if (price != null) {
            usd.add(price);
        }
        inexact += isExact(used, price) ? 0 : 1;
    }

    void subtract(Usage used, @Nullable Money price) {
        usage.subtract(used);
        requests--;
        if (price != null) {
            usd.subtract(price);
        }
        inexact -= isExact(used, price) ? 0 : 1;
    }

    static boolean isExact(Usage used, @Nullable Money price) {
        return price != null && !used.estimated();
    }

    RunSpend total() {
        return new RunSpend(requests, usage.toUsage(), usd.toMoney(), inexact == 0);
    }
}

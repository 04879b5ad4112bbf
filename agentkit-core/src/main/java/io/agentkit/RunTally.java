package io.agentkit;

import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageAccumulator;
import io.agentkit.money.Money;
import io.agentkit.money.MoneySum;

/** What a run has used, added up in place. Not thread-safe. */
final class RunTally {

    private final UsageAccumulator usage;
    private final MoneySum usd = new MoneySum();
    private long requests;
    private boolean exact;

    RunTally(RunSpend first) {
        usage = new UsageAccumulator(first.usage());
        usd.add(first.usd());
        requests = first.requests();
        exact = first.exact();
    }

    void add(int more, Usage used, Money price, boolean known) {
        usage.add(used);
        usd.add(price);
        requests += more;
        exact &= known;
    }

    RunSpend total() {
        return new RunSpend(requests, usage.total(), usd.toMoney(), exact);
    }
}

package io.agentkit;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.MoneySum;

/** What a run has used, added up in place. Not thread-safe. */
final class RunTally {

    private final MoneySum usd = new MoneySum();
    private long requests;
    private long input;
    private long cacheRead;
    private long cacheWrite5m;
    private long cacheWrite1h;
    private long output;
    private long reasoning;
    private long audioInput;
    private long audioOutput;
    private boolean estimated;
    private boolean inexact;

    RunTally(RunSpend first) {
        add(first.requests(), first.usage(), first.usd(), first.exact());
    }

    void add(long more, Usage usage, Money price, boolean exact) {
        usd.add(price);
        requests += more;
        input += usage.input();
        cacheRead += usage.cacheRead();
        cacheWrite5m += usage.cacheWrite5m();
        cacheWrite1h += usage.cacheWrite1h();
        output += usage.output();
        reasoning += usage.reasoning();
        audioInput += usage.audioInput();
        audioOutput += usage.audioOutput();
        estimated |= usage.estimated();
        inexact |= !exact;
    }

    RunSpend total() {
        return new RunSpend(
                requests,
                new Usage(
                        input,
                        cacheRead,
                        cacheWrite5m,
                        cacheWrite1h,
                        output,
                        reasoning,
                        audioInput,
                        audioOutput,
                        estimated),
                usd.toMoney(),
                !inexact);
    }
}

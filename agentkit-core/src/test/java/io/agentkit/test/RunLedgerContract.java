package io.agentkit.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.RunSpend;
import io.agentkit.RunTotals;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.store.RunLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What every ledger of runs has to do; extend it for a store of your own. */
public abstract class RunLedgerContract {

    /** The ledger to test, with nothing in it. */
    protected abstract RunLedger ledger();

    /** A request that cost something. */
    protected static RunTotals request(long input, long output, String usd) {
        return new RunTotals(0, new RunSpend(1, Usage.of(input, output), Money.usd(usd), true));
    }

    @Test
    void knowsNothingOfARunThatNobodyUsed() {
        assertThat(ledger().find("run")).isNull();
    }

    @Test
    void tellsWhatTheRunHasUsedAfterEachEntry() {
        RunLedger ledger = ledger();

        assertThat(ledger.add("run", "1/turn", RunTotals.turns(1))).isEqualTo(RunTotals.turns(1));
        ledger.add("run", "1/1", request(100, 20, "0.012"));
        RunTotals totals = ledger.add("run", "2/1", request(10, 2, "0.0012"));

        assertThat(totals)
                .isEqualTo(new RunTotals(1, new RunSpend(2, Usage.of(110, 22), Money.usd("0.0132"), true)))
                .isEqualTo(ledger.find("run"));
    }

    @Test
    void addsAnEntryOnceHoweverOftenItIsSaid() {
        RunLedger ledger = ledger();
        RunTotals first = ledger.add("run", "1/1", request(100, 20, "0.012"));

        assertThat(ledger.add("run", "1/1", request(100, 20, "0.012"))).isEqualTo(first);
        assertThat(ledger.add("other", "1/1", request(1, 1, "1")).spend().usd()).isEqualTo(Money.usd(1));
        assertThat(ledger.find("run")).isEqualTo(first);
    }

    @Test
    void knowsTheNewestEntriesAgain() {
        RunLedger ledger = ledger();
        for (int i = 0; i < RunLedger.KNOWN_ENTRIES; i++) {
            ledger.add("run", "entry " + i, RunTotals.turns(1));
        }
        for (int i = 0; i < RunLedger.KNOWN_ENTRIES; i++) {
            ledger.add("run", "entry " + i, RunTotals.turns(1));
        }

        assertThat(ledger.find("run")).isEqualTo(RunTotals.turns(RunLedger.KNOWN_ENTRIES));
    }

    @Test
    void takesCorrectionsAndStaysInexactOnceAPartIs() {
        RunLedger ledger = ledger();
        ledger.add("run", "1/1", new RunTotals(0, new RunSpend(1, Usage.estimated(100, 20), Money.usd("0.02"), false)));

        RunTotals totals = ledger.add(
                "run",
                "1/1late",
                new RunTotals(0, new RunSpend(0, Usage.of(-50, -10), Money.ZERO.minus(Money.usd("0.01")), true)));

        assertThat(totals.spend().requests()).isEqualTo(1);
        assertThat(totals.spend().usage().total()).isEqualTo(60);
        assertThat(totals.spend().usd()).isEqualTo(Money.usd("0.01"));
        assertThat(totals.spend().exact()).isFalse();
    }

    @Test
    void tellsEachOfManyThreadsAnotherNumber() throws Exception {
        RunLedger ledger = ledger();
        int threads = 8;
        int each = 50;
        Set<Long> told = ConcurrentHashMap.newKeySet();
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            String name = "thread " + thread + " ";
            tasks.add(() -> {
                for (int i = 0; i < each; i++) {
                    told.add(ledger.add("run", name + i, RunTotals.turns(1)).turns());
                }
                return null;
            });
        }
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (Future<Void> done : pool.invokeAll(tasks)) {
                done.get();
            }
        } finally {
            pool.shutdownNow();
        }

        assertThat(told)
                .isEqualTo(
                        LongStream.rangeClosed(1, (long) threads * each).boxed().collect(Collectors.toSet()));
    }
}

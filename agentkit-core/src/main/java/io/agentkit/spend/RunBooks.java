package io.agentkit.spend;

import io.agentkit.Attempt;
import io.agentkit.Correction;
import io.agentkit.ErrorTrace;
import io.agentkit.Outcome;
import io.agentkit.Run;
import io.agentkit.RunSpend;
import io.agentkit.RunTotals;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.store.RunLedger;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes into the ledger what requests used, for each run that they are inside of. What could not be written is kept until it can:
 * {@link #catchUp} refuses further requests until then. Thread-safe.
 */
final class RunBooks {

    private static final Logger log = LoggerFactory.getLogger(RunBooks.class);

    private record Entry(String run, String name, RunTotals more) {}

    private final RunLedger ledger;

    private final String writer;

    /** Guarded by itself. No longer than the requests that were under way when the ledger failed. */
    private final Queue<Entry> unwritten = new ArrayDeque<>();

    private volatile boolean behind;

    /** @param writer tells entries from those of other processes, whose calls may have the same ids */
    RunBooks(RunLedger ledger, String writer) {
        this.ledger = ledger;
        this.writer = writer;
    }

    /** @throws io.agentkit.AgentKitException when there is something left to write, and the ledger still fails */
    void catchUp() {
        if (!behind) {
            return;
        }
        synchronized (unwritten) {
            for (Entry next = unwritten.peek(); next != null; next = unwritten.peek()) {
                ledger.add(next.run(), next.name(), next.more());
                unwritten.remove();
            }
            behind = false;
        }
    }

    void book(Attempt<?> attempt, Outcome outcome) {
        Usage usage = outcome.usage();
        if (usage != null) {
            book(attempt, "", new RunSpend(1, usage, orZero(outcome.usd()), outcome.isExact()));
        }
    }

    void correct(Attempt<?> attempt, Correction correction) {
        book(
                attempt,
                "late",
                new RunSpend(
                        correction.counted() ? 0 : 1,
                        correction.actual().minus(correction.booked()),
                        orZero(correction.actualUsd()).minus(orZero(correction.bookedUsd())),
                        correction.actualUsd() != null));
    }

    private void book(Attempt<?> attempt, String what, RunSpend spend) {
        if (!attempt.call().isGrouped()) {
            return;
        }
        String name = writer + '/' + attempt.call().id() + '/' + attempt.number() + what;
        RunTotals more = new RunTotals(0, spend);
        for (Run run = attempt.call().run(); run != null; run = run.parent()) {
            if (run.isNamed()) {
                write(new Entry(run.id(), name, more));
            }
        }
    }

    private void write(Entry entry) {
        try {
            ledger.add(entry.run(), entry.name(), entry.more());
        } catch (RuntimeException failure) {
            synchronized (unwritten) {
                unwritten.add(entry);
                behind = true;
            }
            log.warn(
                    "What a request used could not be written down; no further one is sent until it is",
                    ErrorTrace.of(failure));
        }
    }

    private static Money orZero(@Nullable Money usd) {
        return usd == null ? Money.ZERO : usd;
    }
}

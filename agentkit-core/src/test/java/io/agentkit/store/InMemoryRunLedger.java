package io.agentkit.store;

import io.agentkit.RunTotals;
import io.agentkit.time.Time;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs until the process ends. Thread-safe. Bounded: where there is no room for another run, the one that was used longest ago is
 * forgotten.
 */
public final class InMemoryRunLedger implements RunLedger {

    /** Most runs, by default. */
    public static final int DEFAULT_MAX_RUNS = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Time time;
    private final RunTable table;

    public InMemoryRunLedger(Time time) {
        this(time, DEFAULT_MAX_RUNS);
    }

    /** @param maxRuns most runs that are kept; at least 1 */
    public InMemoryRunLedger(Time time, int maxRuns) {
        this.time = Objects.requireNonNull(time, "'time' must not be null");
        this.table = new RunTable(maxRuns);
    }

    @Override
    public @Nullable RunTotals find(String run) {
        lock.lock();
        try {
            RunLine line = table.find(run);
            return line == null ? null : line.totals();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public RunTotals add(String run, String entry, RunTotals more) {
        lock.lock();
        try {
            RunLine line = table.find(run);
            return line != null && line.knows(entry) ? line.totals() : table.add(run, entry, more, time.now());
        } finally {
            lock.unlock();
        }
    }
}

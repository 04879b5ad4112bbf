package io.agentkit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The runs of this process: one that is opened again under its id goes on with the same books, also while it is open elsewhere. Calls do no
 * work for it. Thread-safe. Bounded: where there is no room for another run, the one that was opened or closed longest ago is forgotten.
 */
public final class RecentRuns implements RunHistory {

    /** Most runs, by default. */
    public static final int DEFAULT_MAX_RUNS = 10_000;

    private static final float LOAD = 0.75f;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, RunTally> books = new LinkedHashMap<>(16, LOAD, true);
    private final int maxRuns;

    public RecentRuns() {
        this(DEFAULT_MAX_RUNS);
    }

    /** @param maxRuns most runs that are kept; at least 1 */
    public RecentRuns(int maxRuns) {
        if (maxRuns < 1) {
            throw new IllegalArgumentException("'maxRuns' must be at least 1 (was %d)".formatted(maxRuns));
        }
        this.maxRuns = maxRuns;
    }

    @Override
    public @Nullable RunTotals find(String run) {
        lock.lock();
        try {
            RunTally tally = books.get(run);
            return tally == null ? null : tally.totals();
        } finally {
            lock.unlock();
        }
    }

    /** The books of the run; new ones when it is not known. */
    RunTally books(String run) {
        lock.lock();
        try {
            RunTally known = books.get(run);
            if (known != null) {
                return known;
            }
            RunTally made = new RunTally(RunSpend.NONE);
            put(run, made);
            return made;
        } finally {
            lock.unlock();
        }
    }

    void keep(String run, RunTally tally) {
        lock.lock();
        try {
            put(run, tally);
        } finally {
            lock.unlock();
        }
    }

    private void put(String run, RunTally tally) {
        books.put(run, tally);
        if (books.size() > maxRuns) {
            books.remove(books.keySet().iterator().next());
        }
    }
}

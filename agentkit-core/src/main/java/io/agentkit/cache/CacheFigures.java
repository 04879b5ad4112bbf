package io.agentkit.cache;

import java.util.concurrent.atomic.LongAdder;

/**
 * What one cache is good for, since it was made. Thread-safe; numbers of one moment may be some calls apart.
 */
public final class CacheFigures {

    private final LongAdder hits = new LongAdder();
    private final LongAdder waits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final String name;
    private final CacheStore store;

    CacheFigures(String name, CacheStore store) {
        this.name = name;
        this.store = store;
    }

    /** The bean of its middleware, such as {@code agentkit.tool.memoize}. */
    public String name() {
        return name;
    }

    /** Where it keeps answers; one in memory has figures of its own. */
    public CacheStore store() {
        return store;
    }

    /** Calls that got an answer of another call, those that waited for it included. */
    public long hits() {
        return hits.sum();
    }

    /** Calls that waited for the answer of a call under way, and got it. */
    public long waits() {
        return waits.sum();
    }

    /** Calls that could have had an answer of another one if there had been one. */
    public long misses() {
        return misses.sum();
    }

    /** How often the store, the key or the condition failed. */
    public long failures() {
        return failures.sum();
    }

    /** What share of the calls that could be were answered by others; not a number before the first. */
    public double ratio() {
        double answered = hits();
        return answered / (answered + misses());
    }

    void hit(boolean waited) {
        hits.increment();
        if (waited) {
            waits.increment();
        }
    }

    void missed() {
        misses.increment();
    }

    void failed() {
        failures.increment();
    }
}

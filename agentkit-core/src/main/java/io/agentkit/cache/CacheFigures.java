package io.agentkit.cache;

import io.agentkit.money.Money;
import io.agentkit.money.MoneySum;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What one cache is good for, since it was made. Thread-safe; numbers of one moment may be some calls apart.
 */
public final class CacheFigures {

    private final LongAdder hits = new LongAdder();
    private final LongAdder waits = new LongAdder();
    private final LongAdder stale = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final MoneySum saved = new MoneySum();
    private final String name;
    private final @Nullable CacheStore store;
    private final @Nullable Comparisons comparisons;

    /** Of a cache that finds answers by a key. */
    public CacheFigures(String name, CacheStore store) {
        this(name, store, null);
    }

    /** Of a cache that finds answers by what is meant. */
    public CacheFigures(String name, Comparisons comparisons) {
        this(name, null, comparisons);
    }

    private CacheFigures(String name, @Nullable CacheStore store, @Nullable Comparisons comparisons) {
        this.name = name;
        this.store = store;
        this.comparisons = comparisons;
    }

    /** The bean of its middleware, such as {@code agentkit.tool.memoize}. */
    public String name() {
        return name;
    }

    /** How it judged what it found; null for a cache that finds answers by a key. */
    public @Nullable Comparisons comparisons() {
        return comparisons;
    }

    /** Where it keeps answers; one in memory has figures of its own; null for a cache that finds answers by what is meant. */
    public @Nullable CacheStore store() {
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

    /** Calls that got an answer whose time was over, since nobody could be asked for another one. */
    public long stale() {
        return stale.sum();
    }

    /** What the answers that were used again have cost when they were new, as far as that is known: what the calls have saved. */
    public Money savedUsd() {
        synchronized (saved) {
            return saved.toMoney();
        }
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

    /** Counts a call that got another one's answer; the money that it saved, null when that is not known. */
    public void hit(CacheHit.How how, @Nullable Money usd) {
        hits.increment();
        switch (how) {
            case FOUND -> {}
            case WAITED -> waits.increment();
            case STALE -> stale.increment();
        }
        if (usd != null) {
            synchronized (saved) {
                saved.add(usd);
            }
        }
    }

    /** Counts a call that could have had one. */
    public void missed() {
        misses.increment();
    }

    /** Counts something that failed. */
    public void failed() {
        failures.increment();
    }
}

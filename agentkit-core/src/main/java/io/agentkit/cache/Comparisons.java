package io.agentkit.cache;

import java.util.concurrent.atomic.LongAdder;

/**
 * How a cache that finds answers by what is meant judged them, since it was made. Thread-safe.
 */
public final class Comparisons {

    private final LongAdder doubts = new LongAdder();
    private final LongAdder compared = new LongAdder();
    private final LongAdder agreed = new LongAdder();

    /** Questions that were similar enough, and not taken to mean the same. */
    public long doubts() {
        return doubts.sum();
    }

    /** Hits for which the model was asked all the same. */
    public long compared() {
        return compared.sum();
    }

    /** Those of them in which the model said what was kept. */
    public long agreed() {
        return agreed.sum();
    }

    /** Counts a question that was not taken to mean the same. */
    public void doubted() {
        doubts.increment();
    }

    /** Counts a hit for which the model was asked. */
    public void compared(boolean same) {
        compared.increment();
        if (same) {
            agreed.increment();
        }
    }
}

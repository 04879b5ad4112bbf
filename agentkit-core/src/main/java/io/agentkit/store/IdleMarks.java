package io.agentkit.store;

import java.time.Duration;

/**
 * Tells how long something has not been used, at least, without reading a clock at each use: whoever is used notes the number of sweeps so
 * far, and only sweeps look at the clock. Guarded by its owner's lock.
 */
final class IdleMarks {

    static final long FOR_EVER = Long.MAX_VALUE;

    private static final int KEPT = 512;

    private final long[] times = new long[KEPT];

    private int sweeps;

    private long sweptAt;

    IdleMarks(long now) {
        sweptAt = now;
    }

    /** What to note at a use. */
    int mark() {
        return sweeps;
    }

    boolean isDue(long now, Duration interval) {
        return now - sweptAt >= interval.toNanos();
    }

    void sweep(long now) {
        times[sweeps % KEPT] = now;
        sweptAt = now;
        sweeps++;
    }

    /** Nanoseconds since the first sweep after the last use: what it has been idle for at least. */
    long idleNanos(int mark, long now) {
        if (mark >= sweeps) {
            return 0;
        }
        return sweeps - mark > KEPT ? FOR_EVER : now - times[mark % KEPT];
    }
}

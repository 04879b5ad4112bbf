package io.agentkit.resilience;

import io.agentkit.lock.BriefLock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.ShortCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * The last 500 to 1,000 times until a model's first text, or its whole answer, to two digits. Thread-safe.
 */
final class RecentTimes {

    /** A quantile of fewer says nothing. */
    private static final int ENOUGH = 20;

    private static final int WINDOW = 500;

    /** Looking through the counts costs as much as a hundred recordings; while they are few, each says much. */
    private static final int EVERY = 16;

    private static final int EVERY_OF_MANY = 64;

    private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);

    private static final int DIGITS = 2;

    private static final double PERCENT = 100;

    private final double quantile;
    private final BriefLock lock = new BriefLock();

    private AbstractHistogram current = new ShortCountsHistogram(LONGEST_MICROS, DIGITS);

    /** The current ones and the 500 before them. */
    private AbstractHistogram all = new ShortCountsHistogram(LONGEST_MICROS, DIGITS);

    private int count;
    private volatile @Nullable Duration known;

    RecentTimes(double quantile) {
        this.quantile = quantile;
    }

    /** Null while too little was seen. */
    @Nullable
    Duration quantile() {
        return known;
    }

    void add(long took) {
        long micros = Math.min(LONGEST_MICROS, Math.max(1, TimeUnit.NANOSECONDS.toMicros(took)));
        lock.lock();
        try {
            current.recordValue(micros);
            all.recordValue(micros);
            count++;
            if (count >= ENOUGH && (count - ENOUGH) % (count < WINDOW ? EVERY : EVERY_OF_MANY) == 0) {
                known = Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(all.getValueAtPercentile(quantile * PERCENT)));
            }
            if (count % WINDOW == 0) {
                all = current;
                current = new ShortCountsHistogram(LONGEST_MICROS, DIGITS);
            }
        } finally {
            lock.unlock();
        }
    }

    /** How much longer those took on average that took longer than this; null when none did. */
    @Nullable
    Duration beyond(long tookNanos) {
        long took = TimeUnit.NANOSECONDS.toMicros(tookNanos);
        long longer = 0;
        long sum = 0;
        lock.lock();
        try {
            for (HistogramIterationValue value : all.recordedValues()) {
                if (value.getValueIteratedTo() > took) {
                    longer += value.getCountAddedInThisIterationStep();
                    sum += (value.getValueIteratedTo() - took) * value.getCountAddedInThisIterationStep();
                }
            }
        } finally {
            lock.unlock();
        }
        return longer == 0 ? null : Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(sum / longer));
    }
}

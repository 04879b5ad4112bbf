package io.agentkit.spend;

/**
 * How long a model's recent answers were: a histogram of eight steps for each doubling, so a quantile is at most an eighth too high and
 * never too low. Thread-safe.
 */
final class OutputQuantile {

    private static final int STEP_BITS = 3;

    private static final int STEPS = 1 << STEP_BITS;

    /** Up to 2^24 tokens, 16 million; longer answers count as the longest. */
    private static final int SLOTS = 22 * STEPS;

    /** Then all counts are halved, so that what was long ago counts less. */
    private static final int FULL = 2_000;

    /** A new quantile is worked out after so many answers, since it is read on the path of every call. */
    private static final int STALE = 8;

    private final int[] counts = new int[SLOTS];
    private final int leastAnswers;
    private final int percent;
    private int total;
    private int stale;

    private volatile long quantile;

    /**
     * @param leastAnswers how many have to be known
     * @param percent the share of answers that are to be no longer
     */
    OutputQuantile(int leastAnswers, int percent) {
        this.leastAnswers = leastAnswers;
        this.percent = percent;
    }

    synchronized void add(long tokens) {
        counts[slot(tokens)]++;
        total++;
        stale++;
        if (total >= FULL) {
            halve();
        }
        if (total == leastAnswers || (total > leastAnswers && stale >= STALE)) {
            quantile = workOut();
            stale = 0;
        }
    }

    /** The length that so many answers do not exceed; 0 while too few are known. */
    long tokens() {
        return quantile;
    }

    private void halve() {
        total = 0;
        for (int i = 0; i < SLOTS; i++) {
            counts[i] /= 2;
            total += counts[i];
        }
    }

    private long workOut() {
        long wanted = ((long) total * percent + 99) / 100;
        long seen = 0;
        for (int i = 0; i < SLOTS; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return most(i);
            }
        }
        return most(SLOTS - 1);
    }

    /** Below 16 a slot for each number, then eight for each doubling. */
    private static int slot(long tokens) {
        long value = Math.max(0, tokens);
        if (value < STEPS) {
            return (int) value;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - STEP_BITS;
        long slot = (long) STEPS * shift + (value >>> shift);
        return (int) Math.min(SLOTS - 1L, slot);
    }

    /** The largest number in a slot. */
    private static long most(int slot) {
        if (slot < STEPS) {
            return slot;
        }
        int shift = slot / STEPS - 1;
        long first = (long) (slot % STEPS + STEPS) << shift;
        return first + (1L << shift) - 1;
    }
}

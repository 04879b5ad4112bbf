package io.agentkit.limit;

import io.agentkit.time.Time;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.local.SynchronizationStrategy;
import java.time.Duration;

/** A bucket of requests or of tokens, and how fast it fills up. Not thread-safe: its lane has the lock. */
final class Supply {

    private final Bucket bucket;
    private final long capacity;
    private final long amount;
    private final long nanos;

    /** @param amount what comes in within so many nanoseconds */
    Supply(long capacity, long amount, long nanos, Time time) {
        this.capacity = capacity;
        this.amount = amount;
        this.nanos = nanos;
        this.bucket = Bucket.builder()
                .addLimit(limit -> limit.capacity(capacity).refillGreedy(amount, Duration.ofNanos(nanos)))
                .withCustomTimePrecision(clock(time))
                .withSynchronizationStrategy(SynchronizationStrategy.NONE)
                .build();
    }

    private static TimeMeter clock(Time time) {
        return new TimeMeter() {
            @Override
            public long currentTimeNanos() {
                return time.nanoTime();
            }

            @Override
            public boolean isWallClockBased() {
                return false;
            }
        };
    }

    /** Until so much has come in that can be more than the bucket holds: what is taken before that is not there any more. */
    long nanosUntil(long wanted) {
        long whole = Math.min(wanted, capacity);
        long wait = whole <= 0 ? 0 : bucket.estimateAbilityToConsume(whole).getNanosToWaitForRefill();
        double beyond = (double) (wanted - whole) * nanos / amount;
        double sum = wait + beyond;
        return sum >= Long.MAX_VALUE ? Long.MAX_VALUE : (long) Math.ceil(sum);
    }

    boolean isFull() {
        return left() >= capacity;
    }

    /** Less than nothing where something is owed. */
    long left() {
        return bucket.getAvailableTokens();
    }

    boolean take(long wanted) {
        return bucket.tryConsume(wanted);
    }

    /** Takes also what is not there. */
    void owe(long more) {
        bucket.consumeIgnoringRateLimits(more);
    }

    /** What does not fit is lost. */
    void putBack(long taken) {
        bucket.addTokens(taken);
    }
}

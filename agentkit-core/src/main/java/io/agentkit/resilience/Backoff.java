package io.agentkit.resilience;

import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * How long to wait between two attempts: a value that grows from attempt to attempt up to a cap, of which a random part is waited (full
 * jitter), so that callers which failed together do not come back together. Immutable.
 *
 * @param base the value after the first attempt, at least 0; 0 means not to wait; 200 ms by default
 * @param max the cap of the value, at least 0; also the longest wait that a provider may ask for; 10 s by default
 * @param multiplier by how much the value grows from attempt to attempt, at least 1 and finite; 2 by default
 */
@ConfigurationPropertiesSource
public record Backoff(Duration base, Duration max, Double multiplier) {

    private static final Backoff DEFAULTS = new Backoff(null, null, null);

    public Backoff(@Nullable Duration base, @Nullable Duration max, @Nullable Double multiplier) {
        this.base = Objects.requireNonNullElse(base, Duration.ofMillis(200));
        this.max = Objects.requireNonNullElse(max, Duration.ofSeconds(10));
        this.multiplier = Objects.requireNonNullElse(multiplier, 2.0);
        if (this.base.isNegative()) {
            throw new IllegalArgumentException("'backoff.base' must not be negative (was %s)".formatted(this.base));
        }
        if (this.max.isNegative()) {
            throw new IllegalArgumentException("'backoff.max' must not be negative (was %s)".formatted(this.max));
        }
        if (!(this.multiplier >= 1) || this.multiplier.isInfinite()) {
            throw new IllegalArgumentException(
                    "'backoff.multiplier' must be at least 1 and finite (was %s)".formatted(this.multiplier));
        }
    }

    public static Backoff defaults() {
        return DEFAULTS;
    }

    /**
     * The value that jitter is taken from: the wait is less than it, or nothing when it is nothing.
     *
     * @param attempt the attempt that failed, from 1
     */
    public Duration ceiling(int attempt) {
        return Duration.ofNanos(ceilingNanos(attempt));
    }

    /** A random part of the {@link #ceiling}. */
    Duration delay(int attempt, RandomGenerator random) {
        long ceiling = ceilingNanos(attempt);
        return ceiling == 0 ? Duration.ZERO : Duration.ofNanos(random.nextLong(ceiling));
    }

    private long ceilingNanos(int attempt) {
        long cap = nanos(max);
        // A power too large for a double is infinite, which is above every cap.
        double grown = nanos(base) * Math.pow(multiplier, attempt - 1.0);
        return grown < cap ? (long) grown : base.isZero() ? 0 : cap;
    }

    /** Saturates: a cap of 300 years is no cap and not an arithmetic error. */
    private static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }
}

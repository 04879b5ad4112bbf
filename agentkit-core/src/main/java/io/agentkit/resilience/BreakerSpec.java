package io.agentkit.resilience;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * When to stop asking a model or tool that fails again and again: after a number of failures in a row nothing is sent to it for a while, then
 * one request tries whether it works. Only failures that may pass count. Immutable.
 *
 * @param enabled whether there is one; true by default, once its block is written
 * @param failures how many failures in a row open the circuit, at least 1; 5 by default
 * @param coolDown how long nothing is sent, and how long a request that tries has to answer before another one may; at least 1 ms; 15 s
 *     by default
 */
@ConfigurationPropertiesSource
public record BreakerSpec(Boolean enabled, Integer failures, Duration coolDown) {

    private static final BreakerSpec DEFAULTS = new BreakerSpec(null, null, null);

    public BreakerSpec(@Nullable Boolean enabled, @Nullable Integer failures, @Nullable Duration coolDown) {
        this.enabled = Objects.requireNonNullElse(enabled, true);
        this.failures = Objects.requireNonNullElse(failures, 5);
        this.coolDown = Objects.requireNonNullElse(coolDown, Duration.ofSeconds(15));
        if (this.failures < 1) {
            throw new IllegalArgumentException(
                    "'breaker.failures' must be at least 1 (was %d)".formatted(this.failures));
        }
        if (this.coolDown.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException(
                    "'breaker.coolDown' must be at least 1 ms (was %s)".formatted(this.coolDown));
        }
    }

    public static BreakerSpec defaults() {
        return DEFAULTS;
    }
}

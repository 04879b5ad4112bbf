package io.agentkit.resilience;

import io.agentkit.ChatMiddleware;
import io.agentkit.ToolMiddleware;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * Tries again what failed for a reason that may pass. A model call is retried until a part of its answer was shown to a consumer that
 * cannot take it back; a tool only when calling it twice does no harm. A provider's {@code Retry-After} is kept exactly; otherwise the wait
 * grows, with full jitter. What finally fails is thrown as it came, with the failures of earlier attempts suppressed in it. Cancellation and
 * deadlines end it at once. Immutable.
 *
 * @param maxAttempts how often the inner part is tried in all, the first included; at least 1; 3 by default
 * @param backoff how long to wait between attempts
 * @param retryIf name of a predicate of throwables that decides which failures are tried again, in place of the classification; by
 *     default everything that is not permanent
 * @param sideEffects whether tools that are not safe to call twice are retried all the same; tools only; never by default
 * @param retryAfterOverCap what to do when a provider asks for a longer wait than backoff.max; fail by default
 * @param attemptTimeout how long one attempt may take from the way out of its first request, so that what it waits for before does not
 *     count; more than 0; no limit by default
 * @param breaker when to stop asking a model or tool for a while; never by default
 */
@ConfigurationPropertiesSource
public record RetrySpec(
        Integer maxAttempts,
        @NestedConfigurationProperty Backoff backoff,
        @Nullable String retryIf,
        SideEffects sideEffects,
        RetryAfterOverCap retryAfterOverCap,
        @Nullable Duration attemptTimeout,
        @NestedConfigurationProperty @Nullable BreakerSpec breaker)
        implements ChatSpec, ToolSpec {

    public RetrySpec(
            @Nullable Integer maxAttempts,
            @Nullable Backoff backoff,
            @Nullable String retryIf,
            @Nullable SideEffects sideEffects,
            @Nullable RetryAfterOverCap retryAfterOverCap,
            @Nullable Duration attemptTimeout,
            @Nullable BreakerSpec breaker) {
        this.maxAttempts = Objects.requireNonNullElse(maxAttempts, 3);
        this.backoff = Objects.requireNonNullElse(backoff, Backoff.defaults());
        this.retryIf = retryIf;
        this.sideEffects = Objects.requireNonNullElse(sideEffects, SideEffects.NEVER);
        this.retryAfterOverCap = Objects.requireNonNullElse(retryAfterOverCap, RetryAfterOverCap.FAIL);
        this.attemptTimeout = attemptTimeout;
        this.breaker = breaker;
        if (this.maxAttempts < 1) {
            throw new IllegalArgumentException("'maxAttempts' must be at least 1 (was %d)".formatted(this.maxAttempts));
        }
        if (retryIf != null && retryIf.isBlank()) {
            throw new IllegalArgumentException("'retryIf' must name a predicate (was blank)");
        }
        if (attemptTimeout != null && (attemptTimeout.isNegative() || attemptTimeout.isZero())) {
            throw new IllegalArgumentException(
                    "'attemptTimeout' must be more than zero (was %s)".formatted(attemptTimeout));
        }
    }

    public static RetrySpec defaults() {
        return new RetrySpec(null, null, null, null, null, null, null);
    }

    public RetrySpec withMaxAttempts(int value) {
        return new RetrySpec(value, backoff, retryIf, sideEffects, retryAfterOverCap, attemptTimeout, breaker);
    }

    public RetrySpec withBackoff(Backoff value) {
        return new RetrySpec(maxAttempts, value, retryIf, sideEffects, retryAfterOverCap, attemptTimeout, breaker);
    }

    public RetrySpec withRetryIf(@Nullable String name) {
        return new RetrySpec(maxAttempts, backoff, name, sideEffects, retryAfterOverCap, attemptTimeout, breaker);
    }

    public RetrySpec withSideEffects(SideEffects value) {
        return new RetrySpec(maxAttempts, backoff, retryIf, value, retryAfterOverCap, attemptTimeout, breaker);
    }

    public RetrySpec withRetryAfterOverCap(RetryAfterOverCap value) {
        return new RetrySpec(maxAttempts, backoff, retryIf, sideEffects, value, attemptTimeout, breaker);
    }

    public RetrySpec withAttemptTimeout(@Nullable Duration value) {
        return new RetrySpec(maxAttempts, backoff, retryIf, sideEffects, retryAfterOverCap, value, breaker);
    }

    public RetrySpec withBreaker(@Nullable BreakerSpec value) {
        return new RetrySpec(maxAttempts, backoff, retryIf, sideEffects, retryAfterOverCap, attemptTimeout, value);
    }

    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        return new ChatRetry(new Retries(this, predicate(resources), breakers(resources)));
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        return new ToolRetry(new Retries(this, predicate(resources), breakers(resources)), sideEffects);
    }

    private @Nullable Breakers breakers(Resources resources) {
        if (breaker == null || !breaker.enabled()) {
            return null;
        }
        Breakers shared = resources.find(Breakers.class);
        return shared == null ? new Breakers(resources.environment().time()) : shared;
    }

    @SuppressWarnings("unchecked") // a predicate of anything that is tested with throwables
    private @Nullable Predicate<Throwable> predicate(Resources resources) {
        return retryIf == null ? null : resources.get(retryIf, Predicate.class);
    }
}

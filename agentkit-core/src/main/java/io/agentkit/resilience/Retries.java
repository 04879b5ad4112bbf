package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.chat.Request;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.retry.RetryCallback;
import org.springframework.retry.support.RetryTemplate;

/** The settings of one retry with the template that carries them out, made once. Immutable and thread-safe. */
final class Retries {

    private final RetrySpec spec;
    private final @Nullable Predicate<Throwable> retryIf;
    private final @Nullable TimeLimits limits;
    private final @Nullable Breakers breakers;
    private final RetryTemplate template = new RetryTemplate();

    /** Most calls ask what the one before asked. Read without a lock: an older one is as good. */
    private @Nullable Breaker recent;

    /** @param breakers null for none */
    Retries(RetrySpec spec, @Nullable Predicate<Throwable> retryIf, @Nullable Breakers breakers) {
        this.spec = spec;
        this.retryIf = retryIf;
        this.breakers = breakers;
        this.limits = spec.attemptTimeout() == null ? null : TimeLimits.ofAttempt(spec.attemptTimeout());
        AttemptPolicy policy = new AttemptPolicy();
        template.setRetryPolicy(policy);
        template.setBackOffPolicy(policy);
    }

    RetrySpec spec() {
        return spec;
    }

    @Nullable
    Predicate<Throwable> retryIf() {
        return retryIf;
    }

    /** Calls {@code next} until it succeeds or trying again makes no sense. */
    <Q extends Request, R> R call(Call<Q> call, Next<Q, R> next) {
        call.cancellation().throwIfCancelled();
        int failed = AttemptCount.failed(call);
        try {
            // Most calls succeed at once, and the template costs a kilobyte: it comes in with the first failure.
            return attempt(call, next);
        } catch (Exception first) {
            return template.execute(asThrown(new Attempts<>(this, call, next, failed, first)));
        }
    }

    /** Calls {@code next} once, under the limits of an attempt. */
    <Q extends Request, R> R attempt(Call<Q> call, Next<Q, R> next) {
        Breaker breaker = breaker(call);
        if (breaker == null) {
            return limited(call, next);
        }
        Breaker.Probe probe = breaker.acquire(call);
        R reply;
        try {
            reply = limited(call, next);
        } catch (Throwable error) {
            breaker.failed(call, probe, error, Verdict.on(call, error));
            throw error;
        }
        breaker.succeeded(call, probe);
        return reply;
    }

    private <Q extends Request, R> R limited(Call<Q> call, Next<Q, R> next) {
        return limits == null ? next.call(call) : limits.call(call, next);
    }

    /** The breaker of what the call asks for; null when there is none. */
    @Nullable
    Breaker breaker(Call<?> call) {
        BreakerSpec settings = spec.breaker();
        if (breakers == null || settings == null) {
            return null;
        }
        Breaker breaker = breakers.of(call, settings, recent);
        recent = breaker;
        return breaker;
    }

    /** Checked exceptions that a provider throws past the compiler go through the template as they are. */
    @SuppressWarnings("unchecked") // the second parameter is erased and only says what callers have to catch
    private static <R> RetryCallback<R, RuntimeException> asThrown(RetryCallback<R, Exception> callback) {
        return (RetryCallback<R, RuntimeException>) (RetryCallback<R, ?>) callback;
    }
}

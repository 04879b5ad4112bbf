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
    private final RetryTemplate template = new RetryTemplate();

    Retries(RetrySpec spec, @Nullable Predicate<Throwable> retryIf) {
        this.spec = spec;
        this.retryIf = retryIf;
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
        try {
            // Most calls succeed at once, and the template costs a kilobyte: it comes in with the first failure.
            return next.call(call);
        } catch (Exception first) {
            return template.execute(asThrown(new Attempts<>(this, call, next, first)));
        }
    }

    /** Checked exceptions that a provider throws past the compiler go through the template as they are. */
    @SuppressWarnings("unchecked") // the second parameter is erased and only says what callers have to catch
    private static <R> RetryCallback<R, RuntimeException> asThrown(RetryCallback<R, Exception> callback) {
        return (RetryCallback<R, RuntimeException>) (RetryCallback<R, ?>) callback;
    }
}

package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.Failure;
import io.agentkit.Next;
import io.agentkit.chat.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.retry.RetryCallback;
import org.springframework.retry.RetryContext;

/**
 * The attempts of one call whose first attempt failed. Not thread-safe: it lives on the thread of the call.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
final class Attempts<Q extends Request, R> implements RetryCallback<R, Exception> {

    private final Retries retries;
    private final Call<Q> call;
    private final Next<Q, R> next;
    /** Failures of earlier attempts, and what there is to say beside them. */
    private final List<Throwable> earlier = new ArrayList<>(2);

    /** What had failed when the outermost layer that repeats this call began. */
    private final int before;

    private @Nullable Exception first;

    /** What had failed when the attempt under way began. */
    private int seen;

    /** How many have failed, layers inside and outside included. */
    private int made;

    private @Nullable Throwable lastError;
    private @Nullable Failure lastFailure;
    private @Nullable Duration delay;

    /** @param seen failed attempts of the call when its first one here began */
    Attempts(Retries retries, Call<Q> call, Next<Q, R> next, int seen, Exception first) {
        Integer outermost = AttemptCount.before(call);
        this.retries = retries;
        this.call = call;
        this.next = next;
        this.seen = seen;
        this.before = outermost == null ? seen : outermost;
        this.first = first;
    }

    @Override
    public R doWithRetry(RetryContext context) throws Exception {
        ((AttemptPolicy.Context) context).attempts = this;
        Exception failed = first;
        if (failed != null) {
            first = null;
            throw failed;
        }
        seen = AttemptCount.failed(call);
        call.meta().attempt(made + 1);
        return retries.attempt(AttemptCount.repeated(call, before), next);
    }

    /** Whether another attempt follows, or none has failed yet. */
    boolean goesOn() {
        return lastError == null || delay != null;
    }

    /** Decides what follows a failed attempt. Gives back what to throw when nothing does. */
    Throwable failed(Throwable error) {
        if (lastError != null) {
            earlier.add(lastError);
        }
        lastError = error;
        delay = null;
        if (error instanceof CircuitOpenException refusal && refusal.isOf(retries.breaker(call))) {
            // No attempt was made.
            return Suppressed.into(error, earlier);
        }
        made = AttemptCount.failed(call, seen, RetryExhaustedException.attemptsInside(call.run(), error)) - before;
        Cancellation.Reason cancelled = call.cancellation().reason();
        if (cancelled != null && !(error instanceof CancelledException) && error instanceof Exception) {
            return Suppressed.into(new CancelledException(cancelled, null), List.of(error));
        }
        Failure failure = classify(error);
        lastFailure = failure;
        if (error instanceof Exception && isWorthIt(error, failure) && call.canReinvoke()) {
            plan(failure);
        }
        return delay != null ? error : Suppressed.into(error, earlier);
    }

    /** A classifier of the application's that fails must not hide the provider's failure. */
    private Failure classify(Throwable error) {
        try {
            return call.environment().errors().classify(error);
        } catch (RuntimeException broken) {
            earlier.add(broken);
            return Failure.of(ErrorKind.UNKNOWN);
        }
    }

    private boolean isWorthIt(Throwable error, Failure failure) {
        if (error instanceof CancelledException) {
            return false;
        }
        Predicate<Throwable> retryIf = retries.retryIf();
        if (retryIf == null) {
            return failure.isRetried();
        }
        try {
            return retryIf.test(error);
        } catch (RuntimeException broken) {
            // The provider's failure is what the caller has to see.
            earlier.add(broken);
            return false;
        }
    }

    private void plan(Failure failure) {
        if (made >= retries.spec().maxAttempts()) {
            giveUp(failure, RetryExhausted.Reason.ATTEMPTS, "");
            return;
        }
        Backoff backoff = retries.spec().backoff();
        Duration wait = failure.retryAfter();
        if (wait == null) {
            wait = backoff.delay(made, call.environment().random());
        } else if (wait.compareTo(backoff.max()) > 0) {
            if (retries.spec().retryAfterOverCap() == RetryAfterOverCap.FAIL) {
                giveUp(
                        failure,
                        RetryExhausted.Reason.RETRY_AFTER,
                        ": the provider asks to wait %s, more than 'backoff.max' (%s)".formatted(wait, backoff.max()));
                return;
            }
            wait = backoff.max();
        }
        Duration refused = refusedFor();
        if (refused != null && refused.compareTo(wait) > 0) {
            giveUp(
                    failure,
                    RetryExhausted.Reason.CIRCUIT_OPEN,
                    ": the circuit is open, and nothing is sent for another %s".formatted(refused));
            return;
        }
        Duration remaining = call.remaining();
        if (remaining != null && wait.compareTo(remaining) >= 0) {
            giveUp(
                    failure,
                    RetryExhausted.Reason.DEADLINE,
                    ": the deadline comes before the end of a wait of %s".formatted(wait));
            return;
        }
        delay = wait;
    }

    private @Nullable Duration refusedFor() {
        Breaker breaker = retries.breaker(call);
        return breaker == null ? null : breaker.refusedFor();
    }

    /**
     * The provider's exception goes out as it came, so what we know beside it rides on it as suppressed.
     *
     * @param why what follows the number of attempts in the message
     */
    private void giveUp(Failure failure, RetryExhausted.Reason reason, String why) {
        if (made > 1 || reason != RetryExhausted.Reason.ATTEMPTS) {
            earlier.add(new RetryExhaustedException(failure, made, why, call.run()));
        }
        if (call.isListening()) {
            call.emit(new RetryExhausted(call.id(), made, failure, reason));
        }
    }

    /** Waits before the next attempt. */
    void pause() {
        Duration wait = delay;
        Throwable error = lastError;
        Failure failure = lastFailure;
        if (wait == null || error == null || failure == null) {
            return;
        }
        if (call.isListening()) {
            call.emit(new RetryScheduled(call.id(), made + 1, failure, wait));
        }
        try {
            call.pause(wait);
        } catch (CancelledException cancelled) {
            throw Suppressed.into(cancelled, List.of(error));
        }
    }
}

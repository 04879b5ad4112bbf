package io.agentkit.idempotency;

import io.agentkit.Attempt;
import io.agentkit.ErrorClassifier;
import io.agentkit.Failure;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** Watches the physical requests of one call: what they allow to say about the world when the call fails. Thread-safe. */
final class SentRequests implements RequestHook {

    /** What is known when the call has failed, the worst last. */
    enum Effect {
        /** No request went out. */
        NONE,
        /** The tool was called, and says itself that it failed. */
        FAILED,
        /** The tool was called, and gave no answer that anybody saw. */
        UNKNOWN,
        /** The tool has acted; its result got lost on the way. */
        ACTED
    }

    private static final int BAD_GATEWAY = 502;
    private static final int GATEWAY_TIMEOUT = 504;
    private static final int DEEPEST = 32;

    private Effect worst = Effect.NONE;

    /** Requests that went out and have not ended. */
    private int underWay;

    @Override
    public synchronized void sending(Attempt<?> attempt) {
        underWay++;
        attempt.attach(this, this);
    }

    @Override
    public synchronized void after(Attempt<?> attempt, Outcome outcome) {
        if (attempt.detach(this) == null) {
            return;
        }
        underWay--;
        ErrorClassifier errors = attempt.call().environment().errors();
        Effect effect = switch (outcome.status()) {
            case SUCCEEDED -> Effect.ACTED;
            case CANCELLED -> Effect.UNKNOWN;
            case FAILED -> isSilent(outcome.error(), errors) ? Effect.UNKNOWN : Effect.FAILED;
            case NOT_SENT -> Effect.NONE;
        };
        worst = effect.compareTo(worst) > 0 ? effect : worst;
    }

    synchronized Effect effect() {
        return underWay > 0 && worst != Effect.ACTED ? Effect.UNKNOWN : worst;
    }

    /** Whether a failure does not say that the tool failed, only that no answer came. */
    private static boolean isSilent(@Nullable Throwable error, ErrorClassifier errors) {
        if (error == null || error instanceof Error) {
            return true;
        }
        Failure failure;
        try {
            failure = errors.classify(error);
        } catch (RuntimeException broken) {
            return true;
        }
        return switch (failure.kind()) {
            case TIMEOUT, CANCELLED, OUTCOME_UNKNOWN -> true;
            // It did answer, and what it said could not be read to the end.
            case RESPONSE_TOO_LARGE, OUTPUT_TRUNCATED, STREAM_PROTOCOL -> true;
            case NETWORK -> !neverConnected(error);
            default -> failure.status() == BAD_GATEWAY || failure.status() == GATEWAY_TIMEOUT;
        };
    }

    private static boolean neverConnected(Throwable error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof ConnectException
                    || cause instanceof UnknownHostException
                    || cause instanceof NoRouteToHostException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}

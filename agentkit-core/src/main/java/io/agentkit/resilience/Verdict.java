package io.agentkit.resilience;

import io.agentkit.AgentKitException;
import io.agentkit.Call;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.Failure;
import org.jspecify.annotations.Nullable;

/** What an error says about the model or tool that was asked. */
final class Verdict {

    private Verdict() {}

    /**
     * What counts against it; null when the error is the request's own fault (permanent), was a cancellation, or came from us before
     * anything was sent.
     */
    static @Nullable Failure on(Call<?> call, Throwable error) {
        if (error instanceof CancelledException
                || !(error instanceof Exception)
                || call.cancellation().isCancelled()) {
            return null;
        }
        Failure failure;
        try {
            failure = call.environment().errors().classify(error);
        } catch (RuntimeException broken) {
            failure = Failure.of(ErrorKind.UNKNOWN);
        }
        return failure.isRetried() && !isRefusal(error, failure) ? failure : null;
    }

    private static boolean isRefusal(Throwable error, Failure failure) {
        if (!(error instanceof AgentKitException) || failure.status() != 0) {
            return false;
        }
        return switch (failure.kind()) {
            case CIRCUIT_OPEN, RATE_LIMITED, OVERLOADED ->
                failure.providerType() == null && failure.providerCode() == null;
            default -> false;
        };
    }
}

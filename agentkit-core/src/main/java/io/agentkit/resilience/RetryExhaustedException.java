package io.agentkit.resilience;

import io.agentkit.AgentKitException;
import io.agentkit.Failure;

/**
 * Rides, suppressed, on the provider's own exception when {@code retry} gave up: how many attempts were made, over all layers that repeat
 * the call, and why no other followed. Never thrown itself.
 */
public final class RetryExhaustedException extends AgentKitException {

    private static final long serialVersionUID = 1L;

    private final int attempts;

    RetryExhaustedException(Failure failure, int attempts, String why) {
        super(failure, "Gave up after %s%s".formatted(attempts == 1 ? "1 attempt" : attempts + " attempts", why), null);
        this.attempts = attempts;
    }

    /** How many were made. */
    public int attempts() {
        return attempts;
    }

    /** Layers around each other count the same attempts, and say it once. */
    boolean saysTheSame(Throwable other) {
        return other instanceof RetryExhaustedException
                && String.valueOf(getMessage()).equals(other.getMessage());
    }
}

package io.agentkit.resilience;

import io.agentkit.Event;
import io.agentkit.Failure;

/**
 * An attempt failed for a reason that may pass, and no other follows.
 *
 * @param callId the call
 * @param attempts how many were made
 * @param failure why the last one failed, with the wait the provider asked for
 * @param reason why no other follows
 */
public record RetryExhausted(String callId, int attempts, Failure failure, Reason reason) implements Event {

    /** Why a call is not tried again. */
    public enum Reason {
        /** All attempts were made. */
        ATTEMPTS,
        /** The provider asks for a longer wait than the cap allows. */
        RETRY_AFTER,
        /** The circuit of the model or tool is open for longer than the wait. */
        CIRCUIT_OPEN,
        /** The call's deadline comes before the end of the wait. */
        DEADLINE
    }

    @Override
    public String name() {
        return "retry.exhausted";
    }
}

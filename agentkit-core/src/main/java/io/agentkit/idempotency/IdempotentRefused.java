package io.agentkit.idempotency;

import io.agentkit.Event;

/**
 * A tool was not called, since the call could not be told apart from one that was made before.
 *
 * @param callId the call
 * @param tool the tool
 * @param reason why
 */
public record IdempotentRefused(String callId, String tool, Reason reason) implements Event {

    /** Why a tool was not called. */
    public enum Reason {
        /** The same call was begun before, and nobody knows whether the tool has acted. */
        UNKNOWN_OUTCOME,
        /** The same call is being made elsewhere, for longer than this one may wait. */
        BUSY,
        /** The same call was made before, and its result was too long to be kept, or got lost behind the tool. */
        RESULT_NOT_KEPT,
        /** The same call was made before with other arguments. */
        OTHER_ARGUMENTS,
        /** The call was made from within itself. */
        NESTED,
        /** The store failed. */
        STORE
    }

    @Override
    public String name() {
        return "idempotent.refused";
    }
}

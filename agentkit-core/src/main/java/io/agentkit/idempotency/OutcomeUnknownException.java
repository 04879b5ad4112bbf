package io.agentkit.idempotency;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;

/**
 * A tool was called before, for this same call, and nobody knows whether it has acted. It was not called again. Somebody has to find out and
 * settle it, in the store or at {@code /actuator/idempotency}; then the call can be made again.
 */
public class OutcomeUnknownException extends AgentKitException {

    private static final long serialVersionUID = 1L;

    private final transient UnknownOutcome outcome;

    OutcomeUnknownException(UnknownOutcome outcome) {
        super(
                ErrorKind.OUTCOME_UNKNOWN,
                ("The outcome of an earlier call of tool '%s', begun at %s, is unknown: it may have acted. It was not called again. Do not"
                                + " repeat the call: find out whether it happened, and settle it at /actuator/idempotency")
                        .formatted(outcome.tool(), outcome.began()));
        this.outcome = outcome;
    }

    /** The call that began it. */
    public UnknownOutcome outcome() {
        return outcome;
    }
}

package io.agentkit.safety;

import java.util.Objects;

/**
 * What somebody says of a call that needs approval.
 */
public sealed interface ApprovalDecision {

    /**
     * The call may be made.
     *
     * @param by who says so
     */
    record Approved(String by) implements ApprovalDecision {

        public Approved {
            Objects.requireNonNull(by, "'by' must not be null");
        }
    }

    /**
     * The call may not be made.
     *
     * @param by who says so
     * @param reason told to the model as it is; may be empty
     */
    record Denied(String by, String reason) implements ApprovalDecision {

        public Denied {
            Objects.requireNonNull(by, "'by' must not be null");
            Objects.requireNonNull(reason, "'reason' must not be null");
        }
    }

    /** Somebody else has to decide: the call waits among the {@link Approvals}. */
    record Pending() implements ApprovalDecision {}
}

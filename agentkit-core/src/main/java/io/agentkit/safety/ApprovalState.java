package io.agentkit.safety;

/** How an approval stands. */
public enum ApprovalState {
    /** Nobody has decided. */
    PENDING,
    /** The call may be made, once. */
    APPROVED,
    /** The call may not be made. */
    DENIED,
    /** The call was let through; another one needs an approval of its own. */
    USED,
    /** Nobody decided in time. */
    EXPIRED,
    /** Whoever waited for it went away. */
    WITHDRAWN
}

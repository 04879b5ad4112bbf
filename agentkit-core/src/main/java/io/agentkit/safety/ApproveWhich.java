package io.agentkit.safety;

/** Which calls need approval apart from those that {@code policy} names. */
public enum ApproveWhich {
    /** None. */
    NAMED,
    /** Those of every tool that is not declared read-only. */
    SIDE_EFFECTS
}

package io.agentkit.tool;

/**
 * What calling a tool twice would do to the world.
 */
public enum ToolSafety {
    /** It changes nothing. */
    READ_ONLY,
    /** It changes something, but a second equal call changes nothing more. */
    IDEMPOTENT,
    /** A second call does it again: a second charge, mail or ticket. */
    SIDE_EFFECT,
    /** Nobody declared it: treated as a side effect. */
    UNKNOWN;

    /** Whether a failed call may simply be made again. */
    public boolean isRetrySafe() {
        return this == READ_ONLY || this == IDEMPOTENT;
    }
}

package io.agentkit.spend;

/**
 * What happens to a call that does not say for whom it is, where a budget wants to know.
 */
public enum WhenMissing {
    /** All such calls share one key, {@code (none)}. */
    SHARED,
    /** The call is refused. */
    REFUSE,
    /** The budget does not apply to it. */
    SKIP
}

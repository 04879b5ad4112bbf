package io.agentkit.resilience;

/**
 * Whether a failed tool is called again although a second call may do its work a second time.
 */
public enum SideEffects {
    /** A tool that is neither read-only nor idempotent runs once, whatever happens. */
    NEVER,
    /** Every tool is retried: a second charge, mail or ticket is accepted. */
    ALWAYS
}

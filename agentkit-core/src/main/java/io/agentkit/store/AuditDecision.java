package io.agentkit.store;

/**
 * What became of a tool call.
 */
public enum AuditDecision {
    /** The tool ran and gave a result. */
    EXECUTED,
    /** An earlier result was given again; the tool did not run. */
    DEDUPED,
    /** The tool ran, perhaps more than once, and the call failed. */
    FAILED,
    /** A guard refused the content before the tool ran. */
    BLOCKED,
    /** A budget or another limit refused the call before the tool ran. */
    REFUSED,
    /** Nobody waits for the call any more; {@code executions} tells whether the tool ran. */
    CANCELLED
}

package io.agentkit.audit;

/**
 * What became of a tool call.
 */
public enum AuditDecision {
    /** The tool ran and gave a result. */
    EXECUTED,
    /** The tool ran, perhaps more than once, and the call failed. */
    FAILED,
    /** An earlier result was given again; the tool did not run. */
    DEDUPED,
    /** A guard refused the content before the tool ran. */
    BLOCKED,
    /** A budget, a person or another limit refused the call before the tool ran. */
    REFUSED,
    /** Nobody waits for the call any more; {@code executions} tells whether the tool ran. */
    CANCELLED,
    /** It could not be called, for certain: its record could not be written, for example. */
    NOT_CALLED,
    /** The tool was about to run, and nothing is known since then: it is under way, or the process ended before it could say. */
    UNKNOWN
}

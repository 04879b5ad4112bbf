package io.agentkit.audit;

/**
 * What to do when a record cannot be written. After a failure the caller always sees that failure.
 */
public enum AuditFailure {
    /**
     * A tool that acts on the world is not called without a record, and a call whose result cannot be accounted for fails.
     */
    FAIL,
    /** The tool is called and its result returned; a warning is logged. */
    CONTINUE
}

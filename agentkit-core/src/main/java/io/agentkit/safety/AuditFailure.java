package io.agentkit.safety;

/**
 * What to do when a record cannot be written after its tool gave a result. After a failure the caller always sees that failure.
 */
public enum AuditFailure {
    /** The call fails: a result that nobody can account for must not be used. */
    FAIL,
    /** The result is returned; a warning is logged. */
    CONTINUE
}

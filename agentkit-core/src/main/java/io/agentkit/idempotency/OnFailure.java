package io.agentkit.idempotency;

/** What a tool that failed by its own account means for the next call that is the same one. */
public enum OnFailure {
    /** It has done nothing: the next one calls it again. */
    RELEASE,
    /** Nobody knows: the next one goes by what is done about unknown outcomes. */
    UNKNOWN
}

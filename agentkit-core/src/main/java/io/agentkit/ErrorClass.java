package io.agentkit;

/**
 * Whether trying again can help.
 */
public enum ErrorClass {
    /** It may work a little later. */
    TRANSIENT,
    /** The same request will fail again. */
    PERMANENT,
    /** Nobody can tell; treated as worth another try. */
    UNKNOWN
}

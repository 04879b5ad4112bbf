package io.agentkit.chat;

/**
 * Whether an answer is new.
 */
public enum CacheStatus {
    /** A model or tool gave it for this call. */
    NONE,
    /** An earlier answer was used again; it costs nothing. */
    HIT
}

package io.agentkit.cache;

/**
 * How an answer that is used again reaches who streams.
 */
public enum Replay {
    /** At once, in one piece. */
    AT_ONCE,
    /** In pieces of a few words, with a pause after each. */
    PACED
}

package io.agentkit.limit;

/**
 * Why a request did not get its turn.
 */
public enum RateLimitReason {
    /** It would have waited longer than it may. */
    MAX_WAIT,
    /** The deadline of its call comes before its turn. */
    DEADLINE,
    /** It needs more tokens than the limiter ever holds. */
    TOO_LARGE
}

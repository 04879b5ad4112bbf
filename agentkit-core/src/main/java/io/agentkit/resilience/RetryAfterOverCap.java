package io.agentkit.resilience;

/**
 * What to do when a provider asks for a longer wait than {@code backoff.max}.
 */
public enum RetryAfterOverCap {
    /** Fail at once: an earlier try would be refused too, and the caller can do something better than wait. */
    FAIL,
    /** Wait as long as the cap says and try then. */
    WAIT
}

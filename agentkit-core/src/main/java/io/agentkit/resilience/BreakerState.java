package io.agentkit.resilience;

/**
 * How a circuit breaker stands; the order is from good to bad.
 */
public enum BreakerState {
    /** Requests pass. */
    CLOSED,
    /** The cool-down is over: one request may try, or does so now. */
    HALF_OPEN,
    /** Requests are refused. */
    OPEN
}

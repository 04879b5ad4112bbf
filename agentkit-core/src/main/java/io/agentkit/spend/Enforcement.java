package io.agentkit.spend;

/**
 * How strictly a budget is kept.
 */
public enum Enforcement {
    /** What a request is expected to use has to fit before it is sent. Only a reply that is longer than expected goes over, by its excess. */
    RESERVE,
    /** Something has to be left; the request that crosses the limit completes, and so do those sent at the same time. */
    CHECK,
    /**
     * Nothing goes over. What a request can use at most is reserved: the prompt at an upper bound and in the dearest tier, the answer at the
     * longest that fits, which the request is made to say. Refused is what has no bound, and less than the shortest answer.
     */
    HARD
}

package io.agentkit;

/**
 * Asks an upstream for more deltas. Thread-safe.
 */
@FunctionalInterface
public interface Demand {

    /** @param count how many more may be sent, at least 1; {@link Long#MAX_VALUE} for all */
    void request(long count);
}

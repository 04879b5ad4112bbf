package io.agentkit;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;

/**
 * What a run has used so far, runs inside it included.
 *
 * @param requests physical requests to models that were sent and counted
 * @param usage their tokens
 * @param usd their price; what has no price is missing from it
 * @param exact false as soon as a part is estimated or has no price: the price then means "at least"
 */
public record RunSpend(long requests, Usage usage, Money usd, boolean exact) {

    /** Nothing yet. */
    public static final RunSpend NONE = new RunSpend(0, Usage.NONE, Money.ZERO, true);

    public RunSpend plus(RunSpend other) {
        if (other == NONE) {
            return this;
        }
        return new RunSpend(
                requests + other.requests, usage.plus(other.usage), usd.plus(other.usd), exact && other.exact);
    }
}

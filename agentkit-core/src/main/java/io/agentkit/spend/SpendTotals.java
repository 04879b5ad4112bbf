package io.agentkit.spend;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;

/**
 * What all physical requests have cost, those that failed, lost or were given up included.
 *
 * @param requests requests that were sent and count: they succeeded or something of them is paid for
 * @param usage their tokens
 * @param usd their price; what has no price is missing from it
 * @param exact false as soon as a part is estimated or has no price: the price then means "at least"
 * @param unpriced requests without a price
 * @param estimated requests with a count that was estimated
 */
public record SpendTotals(long requests, Usage usage, Money usd, boolean exact, long unpriced, long estimated) {

    /** Nothing yet. */
    public static final SpendTotals NONE = new SpendTotals(0, Usage.NONE, Money.ZERO, true, 0, 0);

    /** Both together. */
    public SpendTotals plus(SpendTotals other) {
        return new SpendTotals(
                requests + other.requests,
                usage.plus(other.usage),
                usd.plus(other.usd),
                exact && other.exact,
                unpriced + other.unpriced,
                estimated + other.estimated);
    }
}

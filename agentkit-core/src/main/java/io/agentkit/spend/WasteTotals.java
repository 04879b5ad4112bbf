package io.agentkit.spend;

import io.agentkit.money.Money;

/**
 * What was spent for nothing, by cause. Once the calls it speaks of are over it is just what lies between all spend and the answers.
 *
 * @param retries requests of calls that were answered by another one: they failed and were tried again, were repaired, or started anew
 * @param hedges requests that lost a race or were still under way when their call was answered
 * @param abandoned requests of calls that the caller gave up, or whose deadline passed
 * @param failed requests of calls that failed
 */
public record WasteTotals(SpendTotals retries, SpendTotals hedges, SpendTotals abandoned, SpendTotals failed) {

    /** Nothing yet. */
    public static final WasteTotals NONE =
            new WasteTotals(SpendTotals.NONE, SpendTotals.NONE, SpendTotals.NONE, SpendTotals.NONE);

    /** Price of all four; what has no price is missing from it. */
    public Money usd() {
        return retries.usd().plus(hedges.usd()).plus(abandoned.usd()).plus(failed.usd());
    }

    /** Both together. */
    public WasteTotals plus(WasteTotals other) {
        return new WasteTotals(
                retries.plus(other.retries),
                hedges.plus(other.hedges),
                abandoned.plus(other.abandoned),
                failed.plus(other.failed));
    }
}

package io.agentkit.spend;

/**
 * Both views, read in one step.
 *
 * @param answers what the answers have cost by themselves
 * @param spend what all requests have cost
 */
public record CostTotals(AnswerTotals answers, SpendTotals spend) {

    /** Nothing yet. */
    public static final CostTotals NONE = new CostTotals(AnswerTotals.NONE, SpendTotals.NONE);
}

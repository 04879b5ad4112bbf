package io.agentkit.spend;

import io.agentkit.money.Money;

/**
 * Both views and what lies between them, read in one step: spend is answers, waste and what is {@link #undecided()}.
 *
 * @param answers what the answers have cost by themselves
 * @param spend what all requests have cost
 * @param waste what was spent for nothing
 */
public record CostTotals(AnswerTotals answers, SpendTotals spend, WasteTotals waste) {

    /** Nothing yet. */
    public static final CostTotals NONE = new CostTotals(AnswerTotals.NONE, SpendTotals.NONE, WasteTotals.NONE);

    /** Price of requests whose calls still go on, so that nobody knows yet what they were good for. */
    public Money undecided() {
        return spend.usd().minus(answers.usd()).minus(waste.usd());
    }

    /** Both together. */
    public CostTotals plus(CostTotals other) {
        return new CostTotals(answers.plus(other.answers), spend.plus(other.spend), waste.plus(other.waste));
    }
}

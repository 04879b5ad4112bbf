package io.agentkit.spend;

import io.agentkit.money.Money;
import java.time.Instant;

/**
 * What was spent in a period by one model, tenant or whom else.
 *
 * @param from the beginning of the period
 * @param to its end, which is no part of it
 * @param by what the line is about: {@value SpendHistory#TOTAL}, {@value SpendHistory#MODEL} or a key of the runs' scope, such as
 *     {@code tenant}
 * @param name which one: the model, the tenant, …; {@value CostMeter#OTHER} for those that have no line of their own
 * @param amounts how much
 */
public record SpendLine(Instant from, Instant to, String by, String name, Amounts amounts) {

    /**
     * What was spent. A correction of an earlier period's count is in the period in which it came, so an amount may be negative.
     *
     * @param spend all requests
     * @param answers how many calls were answered
     * @param answersUsd price of the requests that answered them
     * @param wasteUsd price of the requests that were for nothing
     */
    public record Amounts(SpendTotals spend, long answers, Money answersUsd, Money wasteUsd) {

        static final Amounts NONE = new Amounts(SpendTotals.NONE, 0, Money.ZERO, Money.ZERO);

        static Amounts of(CostTotals totals) {
            return new Amounts(
                    totals.spend(),
                    totals.answers().calls(),
                    totals.answers().usd(),
                    totals.waste().usd());
        }

        Amounts plus(Amounts other) {
            return new Amounts(
                    spend.plus(other.spend),
                    answers + other.answers,
                    answersUsd.plus(other.answersUsd),
                    wasteUsd.plus(other.wasteUsd));
        }
    }
}

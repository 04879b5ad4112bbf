package io.agentkit.spend;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;

/**
 * What the answers that applications got have cost by themselves.
 *
 * @param calls answers given, those that no request was sent for included
 * @param usage tokens of the requests that gave them
 * @param usd their price; what has no price is missing from it
 * @param exact false as soon as a part is estimated or has no price: the price then means "at least"
 * @param cached answers that no request gave, such as those from a cache: they have used nothing
 * @param saved what answers from a cache would have cost at today's prices; what has no price is missing from it
 */
public record AnswerTotals(long calls, Usage usage, Money usd, boolean exact, long cached, Money saved) {

    /** Nothing yet. */
    public static final AnswerTotals NONE = new AnswerTotals(0, Usage.NONE, Money.ZERO, true, 0, Money.ZERO);

    /** Both together. */
    public AnswerTotals plus(AnswerTotals other) {
        return new AnswerTotals(
                calls + other.calls,
                usage.plus(other.usage),
                usd.plus(other.usd),
                exact && other.exact,
                cached + other.cached,
                saved.plus(other.saved));
    }
}

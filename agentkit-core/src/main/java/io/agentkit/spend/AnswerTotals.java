package io.agentkit.spend;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;

/**
 * What the answers that applications got have cost by themselves.
 *
 * @param calls answers given, those from a cache included
 * @param usage their tokens; none for an answer from a cache
 * @param usd their price; what has no price is missing from it
 * @param exact false as soon as a part is estimated or has no price: the price then means "at least"
 */
public record AnswerTotals(long calls, Usage usage, Money usd, boolean exact) {

    /** Nothing yet. */
    public static final AnswerTotals NONE = new AnswerTotals(0, Usage.NONE, Money.ZERO, true);
}

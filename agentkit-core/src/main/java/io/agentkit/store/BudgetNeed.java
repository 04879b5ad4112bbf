package io.agentkit.store;

import io.agentkit.money.Money;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a request is expected to use: one call and these.
 *
 * @param usd money; null when nobody knows the price
 * @param tokens tokens
 * @param leastUsd the part of the money that is certain, such as the prompt's: a budget that is untouched takes a request whose certain
 *     part fits, and gives it all there is. The same as {@code usd} when nothing was assumed
 * @param leastTokens the part of the tokens that is certain
 */
public record BudgetNeed(@Nullable Money usd, long tokens, Money leastUsd, long leastTokens) {

    /** One call that costs nothing else, such as a tool's. */
    public static final BudgetNeed CALL = new BudgetNeed(Money.ZERO, 0, Money.ZERO, 0);

    public BudgetNeed {
        Objects.requireNonNull(leastUsd, "'leastUsd' must not be null");
    }

    boolean isMoneyAssumed() {
        return usd != null && leastUsd.compareTo(usd) < 0;
    }

    /** Exactly this much. */
    public static BudgetNeed of(Money usd, long tokens) {
        return new BudgetNeed(usd, tokens, usd, tokens);
    }
}

package io.agentkit.store;

import io.agentkit.money.Money;
import java.util.Objects;

/**
 * What was or will be used.
 *
 * @param usd money
 * @param tokens tokens of prompts and answers together
 * @param calls physical requests, or calls of tools
 */
public record BudgetAmounts(Money usd, long tokens, long calls) {

    /** Nothing. */
    public static final BudgetAmounts NONE = new BudgetAmounts(Money.ZERO, 0, 0);

    public BudgetAmounts {
        Objects.requireNonNull(usd, "'usd' must not be null");
    }
}

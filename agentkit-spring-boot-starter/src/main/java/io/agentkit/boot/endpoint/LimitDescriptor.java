package io.agentkit.boot.endpoint;

import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;
import org.jspecify.annotations.Nullable;

/**
 * Amounts; those that are not limited are absent from limits.
 *
 * @param usd US dollars as a decimal string
 * @param tokens tokens of prompts and answers together
 * @param calls physical requests, or calls of tools
 */
public record LimitDescriptor(
        @Nullable String usd,
        @Nullable Long tokens,
        @Nullable Long calls) {

    static LimitDescriptor of(BudgetLimits limits) {
        return new LimitDescriptor(
                limits.usd() == null ? null : limits.usd().toString(), limits.tokens(), limits.calls());
    }

    static LimitDescriptor of(BudgetAmounts amounts) {
        return new LimitDescriptor(amounts.usd().toString(), amounts.tokens(), amounts.calls());
    }
}

package io.agentkit.store;

import java.util.Objects;

/**
 * One budget that a request draws on. Immutable; the same object may stand for many requests.
 *
 * @param key whose share of which budget
 * @param window when it starts anew
 * @param limits what may be used in a window
 * @param policy how strictly it is kept
 */
public record BudgetLevel(BudgetKey key, BudgetWindow window, BudgetLimits limits, BudgetPolicy policy) {

    public BudgetLevel {
        Objects.requireNonNull(key, "'key' must not be null");
        Objects.requireNonNull(window, "'window' must not be null");
        Objects.requireNonNull(limits, "'limits' must not be null");
        Objects.requireNonNull(policy, "'policy' must not be null");
    }
}

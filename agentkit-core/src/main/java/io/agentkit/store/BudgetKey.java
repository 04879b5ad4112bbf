package io.agentkit.store;

import java.util.Objects;

/**
 * Whose share of which budget.
 *
 * @param budget the budget's name
 * @param value for whom: the tenant, the run, …
 */
public record BudgetKey(String budget, String value) {

    public BudgetKey {
        Objects.requireNonNull(budget, "'budget' must not be null");
        Objects.requireNonNull(value, "'value' must not be null");
    }
}

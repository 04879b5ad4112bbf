package io.agentkit.store;

/**
 * A settlement has brought what was used to a share of a limit, for the first time in the window.
 *
 * @param level the budget
 * @param percent the share of the limit
 * @param state what the budget had right after
 */
public record BudgetThreshold(BudgetLevel level, int percent, BudgetState state) {}

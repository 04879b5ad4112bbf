package io.agentkit.spend;

import io.agentkit.store.BudgetLevels;

/**
 * The budgets that a run draws on, kept with the run.
 *
 * @param version of the limits that they were resolved with
 * @param levels none where no budget applies
 */
record Drawn(Object version, BudgetLevels levels) {}

package io.agentkit.spend;

import io.agentkit.store.BudgetLevels;

/**
 * The budgets that a run draws on, resolved once and kept with the run.
 *
 * @param version of the limits that they were resolved with
 * @param levels none where no budget applies
 * @param hard whether one of them is a hard one
 */
record Drawn(Object version, BudgetLevels levels, boolean hard) {}

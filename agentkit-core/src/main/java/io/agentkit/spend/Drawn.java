package io.agentkit.spend;

import io.agentkit.store.BudgetLevels;
import org.jspecify.annotations.Nullable;

/**
 * The budgets that a run draws on, resolved once and kept with the run.
 *
 * @param version of the limits that they were resolved with
 * @param levels none where no budget applies
 * @param hard what the hard ones among them demand; null when there are none
 */
record Drawn(Object version, BudgetLevels levels, @Nullable HardRules hard) {}

package io.agentkit.spend;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the keys of a budget.
 *
 * @param keys in the order of their names
 * @param next the key to ask for more after; null when these are the last
 * @param total keys of the budget that were used, on all pages
 */
public record BudgetPage(List<BudgetStatus> keys, @Nullable String next, long total) {}

/**
 * What outlives a call: small store interfaces, each with an implementation in memory. Start at {@link io.agentkit.store.BudgetStore}.
 * Knows {@code money} and {@code time}, and no middleware.
 */
@NullMarked
package io.agentkit.store;

import org.jspecify.annotations.NullMarked;

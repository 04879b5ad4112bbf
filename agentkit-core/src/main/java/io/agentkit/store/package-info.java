/**
 * What outlives a call: small store interfaces such as {@link io.agentkit.store.BudgetStore}, each with an implementation in memory. Knows the primitives, {@code money} and {@code time}, and no middleware.
 */
@NullMarked
package io.agentkit.store;

import org.jspecify.annotations.NullMarked;

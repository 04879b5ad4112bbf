/**
 * What calls cost and may cost: the count of both views ({@link io.agentkit.spend.CostMeter}) and budgets
 * ({@link io.agentkit.spend.Budgets}), with the middlewares {@code cost} and {@code meter}. Knows the primitives, {@code price} and
 * {@code store}.
 */
@NullMarked
package io.agentkit.spend;

import org.jspecify.annotations.NullMarked;

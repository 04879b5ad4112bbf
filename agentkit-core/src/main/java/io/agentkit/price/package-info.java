/**
 * What models cost: rates of a model, books of models ({@link io.agentkit.price.PriceBook}) and how a name finds its entry. Knows
 * usage and money, and no middleware; every concern may know it.
 */
@NullMarked
package io.agentkit.price;

import org.jspecify.annotations.NullMarked;

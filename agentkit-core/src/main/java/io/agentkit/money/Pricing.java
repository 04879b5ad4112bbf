package io.agentkit.money;

import io.agentkit.chat.Usage;
import org.jspecify.annotations.Nullable;

/**
 * What usage costs. Thread-safe.
 */
@FunctionalInterface
public interface Pricing {

    /** No model has a price. */
    Pricing NONE = (model, usage) -> null;

    /** What {@link #picoUsd} returns for a model without a price. */
    long UNPRICED = -1;

    /** What {@link #picoUsd} returns where {@link #price} has to be asked. */
    long NO_NUMBER = -2;

    /**
     * The price of one request's usage.
     *
     * @param model the model that served it, as the provider names it; null when nobody said
     * @return null when the model has no price: unknown is never 0. A price of 0 that was written out is a price.
     */
    @Nullable
    Money price(@Nullable String model, Usage usage);

    /**
     * The price of plain input and output that were estimated, as a number: for the path of every call.
     *
     * @return millionths of a millionth of a dollar, at least 0; {@link #UNPRICED} or {@link #NO_NUMBER}
     */
    default long picoUsd(@Nullable String model, long input, long output) {
        return NO_NUMBER;
    }
}

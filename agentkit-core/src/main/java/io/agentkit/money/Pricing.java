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

    /**
     * The price of one request's usage.
     *
     * @param model the model that served it, as the provider names it; null when nobody said
     * @return null when the model has no price: unknown is never 0. A price of 0 that was written out is a price.
     */
    @Nullable
    Money price(@Nullable String model, Usage usage);
}

package io.agentkit.price;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One list of prices. Immutable and thread-safe. */
interface PriceSource {

    /**
     * What the list says about a model.
     *
     * @param provider one of the names of {@link Providers}; null when not known
     * @return null when it says nothing
     */
    @Nullable
    PriceEntry find(@Nullable String provider, String model);

    /** What the list prices, by the list's own names. */
    Map<String, ModelPrices> entries();

    /** What the list is called. */
    String name();
}

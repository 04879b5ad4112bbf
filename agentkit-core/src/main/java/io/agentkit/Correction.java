package io.agentkit;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * A provider's count that came after a request had been settled with an estimate or with nothing.
 *
 * @param model the model it was booked for; null when nobody said
 * @param booked what the request was settled with
 * @param bookedUsd its price; null when it has none
 * @param actual what the provider counted
 * @param actualUsd its price; null when it has none
 */
public record Correction(
        @Nullable String model,
        Usage booked,
        @Nullable Money bookedUsd,
        Usage actual,
        @Nullable Money actualUsd) {}

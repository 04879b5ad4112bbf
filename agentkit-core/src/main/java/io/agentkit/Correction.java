package io.agentkit;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * A provider's count that came after a request had been settled with an estimate or with nothing.
 *
 * @param model the model it was booked for; null when nobody said
 * @param counted whether the request counted before
 * @param booked what the request was settled with; nothing when it did not count
 * @param bookedUsd its price; null when it has none
 * @param actual what the provider counted
 * @param actualUsd its price; null when it has none
 * @param use what became of the request, when {@link RequestHook#used} was told of it or never will be; null while its call goes on
 */
public record Correction(
        @Nullable String model,
        boolean counted,
        Usage booked,
        @Nullable Money bookedUsd,
        Usage actual,
        @Nullable Money actualUsd,
        @Nullable Use use) {}

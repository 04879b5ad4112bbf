package io.agentkit.price;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * What differs from a model's ordinary rates, in US dollars per million tokens. What is not named keeps its proportion to what is.
 * Immutable.
 *
 * @param input prompt tokens that were neither read from nor written to a cache
 * @param output tokens of the answer, reasoning included
 * @param cacheRead prompt tokens read from the provider's cache
 * @param cacheWrite prompt tokens written to a cache that lives minutes
 * @param cacheWrite1h prompt tokens written to a cache that lives an hour
 * @param reasoning the part of the answer that was reasoning
 * @param audioInput the part of the prompt that was sound
 * @param audioOutput the part of the answer that was sound
 */
@ConfigurationPropertiesSource
public record TierRates(
        @Nullable BigDecimal input,
        @Nullable BigDecimal output,
        @Nullable BigDecimal cacheRead,
        @Nullable BigDecimal cacheWrite,
        @Nullable BigDecimal cacheWrite1h,
        @Nullable BigDecimal reasoning,
        @Nullable BigDecimal audioInput,
        @Nullable BigDecimal audioOutput) {

    public TierRates {
        Rate.ifNamed("input", input);
        Rate.ifNamed("output", output);
        Rate.ifNamed("cacheRead", cacheRead);
        Rate.ifNamed("cacheWrite", cacheWrite);
        Rate.ifNamed("cacheWrite1h", cacheWrite1h);
        Rate.ifNamed("reasoning", reasoning);
        Rate.ifNamed("audioInput", audioInput);
        Rate.ifNamed("audioOutput", audioOutput);
    }

    /** Plain rates, such as {@code TierRates.usd("2.50", "15", "0.25")}. */
    public static TierRates usd(String inputPer1M, String outputPer1M, @Nullable String cacheReadPer1M) {
        return new TierRates(
                new BigDecimal(inputPer1M),
                new BigDecimal(outputPer1M),
                cacheReadPer1M == null ? null : new BigDecimal(cacheReadPer1M),
                null,
                null,
                null,
                null,
                null);
    }
}

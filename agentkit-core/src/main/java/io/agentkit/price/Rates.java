package io.agentkit.price;

import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.ConstructorBinding;

/**
 * What a model costs, in US dollars per million tokens. A rate of 0 is a price; a model without a price has no rates at all. Immutable.
 *
 * @param input prompt tokens that were neither read from nor written to a cache; must be set, but for a model priced by seconds or images
 * @param output tokens of the answer, reasoning included; must be set, but for a model priced by seconds or images
 * @param cacheRead prompt tokens read from the provider's cache; the same as {@code input} by default
 * @param cacheWrite prompt tokens written to a cache that lives minutes; the same as {@code input} by default
 * @param cacheWrite1h prompt tokens written to a cache that lives an hour; twice {@code input} by default
 * @param reasoning the part of the answer that was reasoning; the same as {@code output} by default
 * @param audioInput the part of the prompt that was sound; the same as {@code input} by default
 * @param audioOutput the part of the answer that was sound; the same as {@code output} by default
 * @param perRequest US dollars for each request, besides its tokens; nothing by default
 * @param perSearch US dollars for each search that the provider runs; by default what lists beneath say, else a request that searches is
 *     not priced exactly
 * @param perSecond US dollars for each second of sound or computing, for a model that is priced by time; nothing by default. No call tells
 *     its seconds, so what it costs besides its tokens is unknown to budgets and totals, and {@link PriceBook#measured} tells it
 * @param perImage US dollars for each image, for a model that is priced by images; nothing by default, and unknown in the same way
 * @param longPrompts rates of prompts above a length, by that length in tokens (1 or more): all tokens of such a request have them
 * @param tiers rates of the tiers of service, {@code batch}, {@code flex}, {@code priority} and {@code fast}: batch and flex are half of the
 *     ordinary ones by default, what the others cost is unknown by default
 * @param changes rates that change on a day, by that day in UTC, such as {@code 2026-09-01}; what is not named stays as it was
 */
@ConfigurationPropertiesSource
public record Rates(
        @Nullable BigDecimal input,
        @Nullable BigDecimal output,
        @Nullable BigDecimal cacheRead,
        @Nullable BigDecimal cacheWrite,
        @Nullable BigDecimal cacheWrite1h,
        @Nullable BigDecimal reasoning,
        @Nullable BigDecimal audioInput,
        @Nullable BigDecimal audioOutput,
        @Nullable BigDecimal perRequest,
        @Nullable BigDecimal perSearch,
        @Nullable BigDecimal perSecond,
        @Nullable BigDecimal perImage,
        Map<Long, TierRates> longPrompts,
        Map<ServiceTier, TierRates> tiers,
        Map<String, TierRates> changes) {

    @ConstructorBinding
    public Rates(
            @Nullable BigDecimal input,
            @Nullable BigDecimal output,
            @Nullable BigDecimal cacheRead,
            @Nullable BigDecimal cacheWrite,
            @Nullable BigDecimal cacheWrite1h,
            @Nullable BigDecimal reasoning,
            @Nullable BigDecimal audioInput,
            @Nullable BigDecimal audioOutput,
            @Nullable BigDecimal perRequest,
            @Nullable BigDecimal perSearch,
            @Nullable BigDecimal perSecond,
            @Nullable BigDecimal perImage,
            @Nullable Map<Long, TierRates> longPrompts,
            @Nullable Map<ServiceTier, TierRates> tiers,
            @Nullable Map<String, TierRates> changes) {
        boolean measured = perSecond != null || perImage != null;
        this.input = measured ? Rate.ifNamed("input", input) : named("input", input);
        this.output = measured ? Rate.ifNamed("output", output) : named("output", output);
        this.cacheRead = Rate.ifNamed("cacheRead", cacheRead);
        this.cacheWrite = Rate.ifNamed("cacheWrite", cacheWrite);
        this.cacheWrite1h = Rate.ifNamed("cacheWrite1h", cacheWrite1h);
        this.reasoning = Rate.ifNamed("reasoning", reasoning);
        this.audioInput = Rate.ifNamed("audioInput", audioInput);
        this.audioOutput = Rate.ifNamed("audioOutput", audioOutput);
        this.perRequest = Rate.ifNamed("perRequest", perRequest);
        this.perSearch = Rate.ifNamed("perSearch", perSearch);
        this.perSecond = Rate.ifNamed("perSecond", perSecond);
        this.perImage = Rate.ifNamed("perImage", perImage);
        this.longPrompts = longPrompts == null ? Map.of() : Map.copyOf(longPrompts);
        this.tiers = tiers == null ? Map.of() : Map.copyOf(tiers);
        this.changes = changes == null ? Map.of() : Map.copyOf(changes);
        this.longPrompts.keySet().forEach(Rates::length);
        this.tiers.keySet().forEach(Rates::tier);
        this.changes.keySet().forEach(RatesReader::day);
    }

    /** Rates with a cache that lives an hour. */
    public Rates(
            BigDecimal inputPer1M,
            BigDecimal outputPer1M,
            @Nullable BigDecimal cacheReadPer1M,
            @Nullable BigDecimal cacheWritePer1M,
            @Nullable BigDecimal cacheWrite1hPer1M) {
        this(
                inputPer1M,
                outputPer1M,
                cacheReadPer1M,
                cacheWritePer1M,
                cacheWrite1hPer1M,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** Rates with the usual price of an hour's cache. */
    public Rates(
            BigDecimal inputPer1M,
            BigDecimal outputPer1M,
            @Nullable BigDecimal cacheReadPer1M,
            @Nullable BigDecimal cacheWritePer1M) {
        this(inputPer1M, outputPer1M, cacheReadPer1M, cacheWritePer1M, null);
    }

    /** Rates written as decimal numbers, such as {@code Rates.usd("3", "15", "0.30", "3.75")}. */
    public static Rates usd(String inputPer1M, String outputPer1M, String cacheReadPer1M, String cacheWritePer1M) {
        return new Rates(
                new BigDecimal(inputPer1M),
                new BigDecimal(outputPer1M),
                new BigDecimal(cacheReadPer1M),
                new BigDecimal(cacheWritePer1M));
    }

    /** Rates of a model without a cache. */
    public static Rates usd(String inputPer1M, String outputPer1M) {
        return new Rates(new BigDecimal(inputPer1M), new BigDecimal(outputPer1M), null, null);
    }

    /** These with others for prompts above a length in tokens. */
    public Rates above(long tokens, TierRates rates) {
        return copy(plus(longPrompts, tokens, rates), tiers, changes);
    }

    /** These with others for a tier of service. */
    public Rates in(ServiceTier tier, TierRates rates) {
        return copy(longPrompts, plus(tiers, tier, rates), changes);
    }

    /** These until a day in UTC, such as {@code 2026-09-01}, and with other rates from then on. */
    public Rates from(String day, TierRates rates) {
        return copy(longPrompts, tiers, plus(changes, day, rates));
    }

    private static <K> Map<K, TierRates> plus(Map<K, TierRates> rates, K key, TierRates value) {
        Map<K, TierRates> more = new HashMap<>(rates);
        more.put(key, value);
        return more;
    }

    private Rates copy(
            Map<Long, TierRates> longer, Map<ServiceTier, TierRates> served, Map<String, TierRates> changed) {
        return new Rates(
                input,
                output,
                cacheRead,
                cacheWrite,
                cacheWrite1h,
                reasoning,
                audioInput,
                audioOutput,
                perRequest,
                perSearch,
                perSecond,
                perImage,
                longer,
                served,
                changed);
    }

    private static BigDecimal named(String name, @Nullable BigDecimal rate) {
        Objects.requireNonNull(
                rate, () -> "'%s' must not be null: a model without a price is left out".formatted(name));
        return Rate.valid(name, rate);
    }

    private static void length(long tokens) {
        if (tokens < 1) {
            throw new IllegalArgumentException(
                    "'longPrompts' must be at lengths of at least 1 token (was %d)".formatted(tokens));
        }
    }

    private static void tier(ServiceTier tier) {
        if (tier == ServiceTier.STANDARD) {
            throw new IllegalArgumentException(
                    "'tiers' must not name the ordinary tier: its rates are the model's own");
        }
    }

    /**
     * The exact price of the usage at the rates that count first, without what is priced by seconds or images. A count below 0 costs nothing.
     */
    public Money cost(Usage usage) {
        Money cost = RatesReader.prices(this).first().cost(usage);
        return cost == null ? Money.ZERO : cost;
    }
}

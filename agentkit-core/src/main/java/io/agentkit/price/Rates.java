package io.agentkit.price;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.ConstructorBinding;

/**
 * What a model costs, in US dollars per million tokens. A rate of 0 is a price; a model without a price has no rates at all. Immutable.
 *
 * @param input prompt tokens that were neither read from nor written to a cache; must be set
 * @param output tokens of the answer, reasoning included; must be set
 * @param cacheRead prompt tokens read from the provider's cache; the same as {@code input} by default
 * @param cacheWrite prompt tokens written to a cache that lives minutes; the same as {@code input} by default
 * @param cacheWrite1h prompt tokens written to a cache that lives an hour; twice {@code input} by default
 */
@ConfigurationPropertiesSource
public record Rates(
        BigDecimal input, BigDecimal output, BigDecimal cacheRead, BigDecimal cacheWrite, BigDecimal cacheWrite1h) {

    /** Money has 18 decimals, and a token costs a millionth of the rate. */
    private static final int MOST_DECIMALS = 12;

    private static final int MOST_DIGITS = 12;

    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    @ConstructorBinding
    public Rates(
            @Nullable BigDecimal input,
            @Nullable BigDecimal output,
            @Nullable BigDecimal cacheRead,
            @Nullable BigDecimal cacheWrite,
            @Nullable BigDecimal cacheWrite1h) {
        this.input = valid("input", input);
        this.output = valid("output", output);
        this.cacheRead = cacheRead == null ? this.input : valid("cacheRead", cacheRead);
        this.cacheWrite = cacheWrite == null ? this.input : valid("cacheWrite", cacheWrite);
        this.cacheWrite1h = cacheWrite1h == null ? this.input.multiply(TWO) : valid("cacheWrite1h", cacheWrite1h);
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

    private static BigDecimal valid(String name, @Nullable BigDecimal rate) {
        Objects.requireNonNull(
                rate, () -> "'%s' must not be null: a model without a price is left out".formatted(name));
        if (rate.signum() < 0) {
            throw new IllegalArgumentException("'%s' must not be negative (was %s)".formatted(name, rate));
        }
        if ((long) rate.precision() - rate.scale() > MOST_DIGITS) {
            throw new IllegalArgumentException("'%s' must be below 10^%d (was %s)".formatted(name, MOST_DIGITS, rate));
        }
        if (rate.stripTrailingZeros().scale() > MOST_DECIMALS) {
            throw new IllegalArgumentException(
                    "'%s' must have at most %d decimals (was %s)".formatted(name, MOST_DECIMALS, rate));
        }
        return rate;
    }

    /** The exact price of the usage. A count below 0 costs nothing. */
    public Money cost(Usage usage) {
        return TokenPrices.of(this).cost(usage);
    }
}

package io.agentkit.price;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import java.math.BigDecimal;

/** Rates prepared for pricing on the path of every call. */
interface TokenPrices {

    /** Rates are per million tokens. */
    int MILLION = 6;

    /** Dollars are counted in millionths of millionths where that is exact. */
    int PICO = 12;

    Money cost(Usage usage);

    /** As {@link io.agentkit.money.Pricing#picoUsd}. */
    default long picoUsd(long inputTokens, long outputTokens) {
        return Pricing.NO_NUMBER;
    }

    static TokenPrices of(Rates rates) {
        try {
            return new PicoPrices(
                    pico(rates.input()),
                    pico(rates.output()),
                    pico(rates.cacheRead()),
                    pico(rates.cacheWrite()),
                    pico(rates.cacheWrite1h()),
                    ExactPrices.of(rates));
        } catch (ArithmeticException finer) {
            return ExactPrices.of(rates);
        }
    }

    private static long pico(BigDecimal perMillion) {
        return perMillion.movePointRight(PICO - MILLION).longValueExact();
    }
}

package io.agentkit.price;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Rates of one tier, prepared for pricing on the path of every call. */
interface TokenPrices {

    /** Rates are per million tokens. */
    int MILLION = 6;

    /** Dollars are counted in millionths of millionths where that is exact. */
    int PICO = 12;

    /** What the tokens cost; those without a rate cost nothing here, and {@link #covers} says so. */
    Money cost(Usage usage);

    /** The same for plain input and output, as a number; {@link Pricing#NO_NUMBER} where it is none. */
    default long picoUsd(long input, long output) {
        return Pricing.NO_NUMBER;
    }

    /** Whether every token of the usage has a rate. */
    boolean covers(Usage usage);

    /** @param rates US dollars per million tokens by {@link TokenKind#ordinal()}; null where the kind has none */
    static TokenPrices of(@Nullable BigDecimal[] rates) {
        ExactPrices exact = ExactPrices.of(rates);
        long[] pico = new long[TokenKind.COUNT];
        try {
            for (int kind = 0; kind < pico.length; kind++) {
                BigDecimal rate = rates[kind];
                pico[kind] =
                        rate == null ? 0 : rate.movePointRight(PICO - MILLION).longValueExact();
            }
        } catch (ArithmeticException finer) {
            return exact;
        }
        boolean complete = Arrays.stream(rates).noneMatch(rate -> rate == null);
        return new PicoPrices(pico, complete, exact);
    }
}

package io.agentkit.price;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;

/** Prices of one token each in millionths of millionths of a dollar: long arithmetic, and one object a call. */
record PicoPrices(long input, long output, long cacheRead, long cacheWrite, long cacheWrite1h, ExactPrices exact)
        implements TokenPrices {

    @Override
    public Money cost(Usage usage) {
        try {
            long sum = Math.addExact(part(input, usage.input()), part(output, usage.output()));
            sum = Math.addExact(sum, part(cacheRead, usage.cacheRead()));
            sum = Math.addExact(sum, part(cacheWrite, usage.cacheWrite5m()));
            return Money.picoUsd(Math.addExact(sum, part(cacheWrite1h, usage.cacheWrite1h())));
        } catch (ArithmeticException beyondNineMillionDollars) {
            return exact.cost(usage);
        }
    }

    @Override
    public long picoUsd(long inputTokens, long outputTokens) {
        // Estimates are small; one that is not, or a price so high, is reckoned the exact way.
        long high = Math.multiplyHigh(input, inputTokens) | Math.multiplyHigh(output, outputTokens);
        long first = input * inputTokens;
        long second = output * outputTokens;
        return high == 0 && (first | second | (first + second)) >= 0 ? first + second : Pricing.NO_NUMBER;
    }

    private static long part(long price, long tokens) {
        return tokens <= 0 ? 0 : Math.multiplyExact(price, tokens);
    }
}

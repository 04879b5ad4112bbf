package io.agentkit.price;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;

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

    private static long part(long price, long tokens) {
        return tokens <= 0 ? 0 : Math.multiplyExact(price, tokens);
    }
}

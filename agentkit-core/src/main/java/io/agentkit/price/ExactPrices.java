package io.agentkit.price;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import java.math.BigDecimal;

/** Prices of one token each, for any rates and any counts. */
record ExactPrices(Money input, Money output, Money cacheRead, Money cacheWrite, Money cacheWrite1h)
        implements TokenPrices {

    static ExactPrices of(Rates rates) {
        return new ExactPrices(
                each(rates.input()),
                each(rates.output()),
                each(rates.cacheRead()),
                each(rates.cacheWrite()),
                each(rates.cacheWrite1h()));
    }

    private static Money each(BigDecimal perMillion) {
        return Money.of(perMillion.movePointLeft(MILLION).stripTrailingZeros());
    }

    @Override
    public Money cost(Usage usage) {
        return input.times(Math.max(0, usage.input()))
                .plus(output.times(Math.max(0, usage.output())))
                .plus(cacheRead.times(Math.max(0, usage.cacheRead())))
                .plus(cacheWrite.times(Math.max(0, usage.cacheWrite5m())))
                .plus(cacheWrite1h.times(Math.max(0, usage.cacheWrite1h())));
    }
}

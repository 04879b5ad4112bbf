package io.agentkit.price;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;

/** Prices of one token each in millionths of millionths of a dollar: long arithmetic, and one object a call. */
final class PicoPrices implements TokenPrices {

    private final long input;
    private final long output;
    private final long cacheRead;
    private final long cacheWrite;
    private final long cacheWrite1h;
    private final long[] each;
    private final boolean reasoningApart;
    private final boolean complete;
    private final ExactPrices exact;

    /** @param complete whether every kind has a rate; one that has none counts as 0 in {@code each} */
    PicoPrices(long[] each, boolean complete, ExactPrices exact) {
        this.each = each;
        this.complete = complete;
        this.exact = exact;
        this.input = each[TokenKind.INPUT.ordinal()];
        this.output = each[TokenKind.OUTPUT.ordinal()];
        this.cacheRead = each[TokenKind.CACHE_READ.ordinal()];
        this.cacheWrite = each[TokenKind.CACHE_WRITE.ordinal()];
        this.cacheWrite1h = each[TokenKind.CACHE_WRITE_1H.ordinal()];
        this.reasoningApart = each[TokenKind.REASONING.ordinal()] != output;
    }

    @Override
    public Money cost(Usage usage) {
        boolean plain = TokenCounts.arePlain(usage) && (!reasoningApart || usage.reasoning() == 0);
        try {
            return plain ? plain(usage) : byKind(TokenCounts.of(usage));
        } catch (ArithmeticException beyondNineMillionDollars) {
            return exact.cost(usage);
        }
    }

    @Override
    public long picoUsd(long in, long out) {
        if (!complete) {
            return Pricing.NO_NUMBER;
        }
        try {
            return Math.addExact(part(input, in), part(output, out));
        } catch (ArithmeticException beyondNineMillionDollars) {
            return Pricing.NO_NUMBER;
        }
    }

    private Money plain(Usage usage) {
        long sum = Math.addExact(part(input, usage.input()), part(output, usage.output()));
        sum = Math.addExact(sum, part(cacheRead, usage.cacheRead()));
        sum = Math.addExact(sum, part(cacheWrite, usage.cacheWrite5m()));
        return Money.picoUsd(Math.addExact(sum, part(cacheWrite1h, usage.cacheWrite1h())));
    }

    private Money byKind(long[] counts) {
        long sum = 0;
        for (int kind = 0; kind < counts.length; kind++) {
            sum = Math.addExact(sum, part(each[kind], counts[kind]));
        }
        return Money.picoUsd(sum);
    }

    private static long part(long price, long tokens) {
        return tokens <= 0 ? 0 : Math.multiplyExact(price, tokens);
    }

    @Override
    public boolean covers(Usage usage) {
        return complete || exact.covers(usage);
    }
}

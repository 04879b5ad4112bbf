package io.agentkit.price;

import io.agentkit.chat.ServiceTier;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The dearest rates that a request may meet: of all tiers of service, of prompts up to its length, and of what a prompt can be billed as. */
final class DearestPrices {

    private static final ServiceTier[] TIERS = ServiceTier.values();

    private final @Nullable TokenPrices[][] served = new TokenPrices[TIERS.length][];
    private final TokenPrices[] any;

    DearestPrices(RateTable table) {
        int steps = table.above().length;
        for (ServiceTier tier : TIERS) {
            @Nullable TokenPrices[] prices = new TokenPrices[steps];
            @Nullable BigDecimal[] sofar = new BigDecimal[TokenKind.COUNT];
            for (int step = 0; step < steps; step++) {
                raise(sofar, dearest(table, ServiceTier.STANDARD, step));
                raise(sofar, dearest(table, tier, step));
                prices[step] = TokenPrices.of(sofar);
            }
            served[tier.ordinal()] = prices;
        }
        any = new TokenPrices[steps];
        @Nullable BigDecimal[] sofar = new BigDecimal[TokenKind.COUNT];
        for (int step = 0; step < steps; step++) {
            for (ServiceTier tier : TIERS) {
                raise(sofar, dearest(table, tier, step));
            }
            any[step] = TokenPrices.of(sofar);
        }
    }

    /** @param tier the tier that the request asks for; null when any may serve it */
    TokenPrices of(@Nullable ServiceTier tier, int step) {
        return tier == null ? any[step] : Objects.requireNonNull(served[tier.ordinal()])[step];
    }

    private static @Nullable BigDecimal[] dearest(RateTable table, ServiceTier tier, int step) {
        @Nullable BigDecimal[] rates = table.rates(tier, step);
        BigDecimal input = dearestPrompt(table, rates);
        BigDecimal output = dearestAnswer(rates);
        for (TokenKind kind : TokenKind.values()) {
            rates[kind.ordinal()] = max(rates[kind.ordinal()], kind.isPrompt() ? input : output);
        }
        return rates;
    }

    /** Whether the answer will be text, sound or an image is not known before, nor how much of it is reasoning. */
    private static @Nullable BigDecimal dearestAnswer(@Nullable BigDecimal[] rates) {
        BigDecimal most = null;
        for (TokenKind kind : TokenKind.values()) {
            most = kind.isPrompt() ? most : max(most, rates[kind.ordinal()]);
        }
        return most;
    }

    /** Which tokens of a prompt are cached is not known before. Caches that nobody prices do not exist. */
    private static @Nullable BigDecimal dearestPrompt(RateTable table, @Nullable BigDecimal[] rates) {
        BigDecimal most = rates[TokenKind.INPUT.ordinal()];
        most = max(most, rates[TokenKind.CACHE_READ.ordinal()]);
        if (table.names(TokenKind.CACHE_WRITE) || table.names(TokenKind.CACHE_WRITE_1H)) {
            most = max(most, rates[TokenKind.CACHE_WRITE.ordinal()]);
            most = max(most, rates[TokenKind.CACHE_WRITE_1H.ordinal()]);
        }
        return most;
    }

    private static void raise(@Nullable BigDecimal[] sofar, @Nullable BigDecimal[] rates) {
        for (int kind = 0; kind < sofar.length; kind++) {
            sofar[kind] = max(sofar[kind], rates[kind]);
        }
    }

    private static @Nullable BigDecimal max(@Nullable BigDecimal a, @Nullable BigDecimal b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.compareTo(b) >= 0 ? a : b;
    }
}

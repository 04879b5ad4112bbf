package io.agentkit.price;

import io.agentkit.chat.ServiceTier;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a source says about one model: a rate for each kind of token, tier of service and length of prompt that it names. What it
 * does not name is worked out by {@link PriceSheet}.
 */
final class SheetBuilder {

    private final Map<ServiceTier, NavigableMap<Long, Map<TokenKind, BigDecimal>>> rates =
            new EnumMap<>(ServiceTier.class);

    private final Map<ServiceTier, BigDecimal> factors = new EnumMap<>(ServiceTier.class);

    private final Map<Unit, BigDecimal> units = new EnumMap<>(Unit.class);

    /**
     * @param above the rate counts for prompts of more tokens than this; 0 for those of ordinary length
     * @param perMillion US dollars; null adds nothing
     */
    SheetBuilder rate(ServiceTier tier, long above, TokenKind kind, @Nullable BigDecimal perMillion) {
        if (perMillion != null) {
            rates.computeIfAbsent(tier, absent -> new TreeMap<>())
                    .computeIfAbsent(above, absent -> new EnumMap<>(TokenKind.class))
                    .put(kind, perMillion);
        }
        return this;
    }

    /** A tier whose rates are a multiple of the ordinary ones. */
    SheetBuilder factor(ServiceTier tier, BigDecimal times) {
        factors.put(tier, times);
        return this;
    }

    /** @param usd US dollars apiece; null adds nothing */
    SheetBuilder unit(Unit unit, @Nullable BigDecimal usd) {
        if (usd != null) {
            units.put(unit, usd);
        }
        return this;
    }

    boolean pricesTokens() {
        return rates.containsKey(ServiceTier.STANDARD);
    }

    /** Whether there is a price at all: another tier or a search alone prices no answer. */
    boolean pricesAnswers() {
        return pricesTokens()
                || units.containsKey(Unit.REQUEST)
                || units.containsKey(Unit.SECOND)
                || units.containsKey(Unit.IMAGE);
    }

    /** Nothing may be added after this. */
    PriceSheet build() {
        return new PriceSheet(() -> new RateTable(rates, factors), units);
    }
}

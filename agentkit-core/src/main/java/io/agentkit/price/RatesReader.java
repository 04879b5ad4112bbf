package io.agentkit.price;

import static java.util.Map.Entry.comparingByKey;

import io.agentkit.chat.ServiceTier;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings the rates that an application sets into the form in which they are applied. */
final class RatesReader {

    private RatesReader() {}

    static ModelPrices prices(Rates rates) {
        Map<TokenKind, BigDecimal> named = new EnumMap<>(TokenKind.class);
        put(named, TokenKind.INPUT, rates.input());
        put(named, TokenKind.OUTPUT, rates.output());
        put(named, TokenKind.CACHE_READ, rates.cacheRead());
        put(named, TokenKind.CACHE_WRITE, rates.cacheWrite());
        put(named, TokenKind.CACHE_WRITE_1H, rates.cacheWrite1h());
        put(named, TokenKind.REASONING, rates.reasoning());
        put(named, TokenKind.AUDIO_INPUT, rates.audioInput());
        put(named, TokenKind.AUDIO_OUTPUT, rates.audioOutput());
        List<ModelPrices.Dated> dated = new ArrayList<>();
        dated.add(new ModelPrices.Dated(null, sheet(rates, named)));
        rates.changes().entrySet().stream().sorted(comparingByKey()).forEach(change -> {
            named.putAll(named(change.getValue()));
            dated.add(new ModelPrices.Dated(new PriceConstraint.From(day(change.getKey())), sheet(rates, named)));
        });
        return new ModelPrices(dated);
    }

    private static PriceSheet sheet(Rates rates, Map<TokenKind, BigDecimal> ordinary) {
        var sheet = new SheetBuilder()
                .unit(Unit.REQUEST, rates.perRequest())
                .unit(Unit.WEB_SEARCH, rates.perSearch())
                .unit(Unit.SECOND, rates.perSecond())
                .unit(Unit.IMAGE, rates.perImage());
        ordinary.forEach((kind, rate) -> sheet.rate(ServiceTier.STANDARD, 0, kind, rate));
        rates.longPrompts()
                .forEach((length, longer) ->
                        named(longer).forEach((kind, rate) -> sheet.rate(ServiceTier.STANDARD, length, kind, rate)));
        rates.tiers().forEach((tier, served) -> named(served).forEach((kind, rate) -> sheet.rate(tier, 0, kind, rate)));
        return sheet.build();
    }

    private static Map<TokenKind, BigDecimal> named(TierRates rates) {
        Map<TokenKind, BigDecimal> named = new EnumMap<>(TokenKind.class);
        put(named, TokenKind.INPUT, rates.input());
        put(named, TokenKind.OUTPUT, rates.output());
        put(named, TokenKind.CACHE_READ, rates.cacheRead());
        put(named, TokenKind.CACHE_WRITE, rates.cacheWrite());
        put(named, TokenKind.CACHE_WRITE_1H, rates.cacheWrite1h());
        put(named, TokenKind.REASONING, rates.reasoning());
        put(named, TokenKind.AUDIO_INPUT, rates.audioInput());
        put(named, TokenKind.AUDIO_OUTPUT, rates.audioOutput());
        return named;
    }

    private static void put(Map<TokenKind, BigDecimal> named, TokenKind kind, @Nullable BigDecimal rate) {
        if (rate != null) {
            named.put(kind, rate);
        }
    }

    static LocalDate day(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException other) {
            throw new IllegalArgumentException("'changes' must be at days such as 2026-09-01 (was %s)".formatted(text));
        }
    }
}

package io.agentkit.price;

import io.agentkit.chat.ModelFacts;
import io.agentkit.chat.ServiceTier;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Providers of genai-prices with their models. Its prices are US dollars per million tokens, or per thousand of what is counted apiece; a
 * rate may depend on the length of the whole prompt, and a model's prices on the day or the time of day.
 */
final class GenaiPricesEntries implements CatalogueReader.Entries {

    private static final int THOUSAND_TO_ONE = -3;

    private static final Map<String, TokenKind> KINDS = Map.ofEntries(
            Map.entry("input_mtok", TokenKind.INPUT),
            Map.entry("input_text_mtok", TokenKind.INPUT),
            Map.entry("output_mtok", TokenKind.OUTPUT),
            Map.entry("output_text_mtok", TokenKind.OUTPUT),
            Map.entry("output_reasoning_mtok", TokenKind.REASONING),
            Map.entry("cache_read_mtok", TokenKind.CACHE_READ),
            Map.entry("cache_write_mtok", TokenKind.CACHE_WRITE),
            Map.entry("cache_write_5m_mtok", TokenKind.CACHE_WRITE),
            Map.entry("cache_write_1h_mtok", TokenKind.CACHE_WRITE_1H),
            Map.entry("input_audio_mtok", TokenKind.AUDIO_INPUT),
            Map.entry("cache_audio_read_mtok", TokenKind.AUDIO_CACHE_READ),
            Map.entry("output_audio_mtok", TokenKind.AUDIO_OUTPUT),
            Map.entry("input_image_mtok", TokenKind.IMAGE_INPUT),
            Map.entry("cache_image_read_mtok", TokenKind.IMAGE_CACHE_READ),
            Map.entry("output_image_mtok", TokenKind.IMAGE_OUTPUT),
            Map.entry("input_video_mtok", TokenKind.VIDEO_INPUT));

    private static final Map<String, Unit> UNITS = Map.of(
            "requests_kcount", Unit.REQUEST,
            "web_searches_kcount", Unit.WEB_SEARCH);

    private final String name;
    private final CatalogueReader counts;
    private final List<RuledProvider> providers = new ArrayList<>();

    private final Map<String, ModelPrices> before;

    GenaiPricesEntries(String name, Map<String, ModelPrices> before, CatalogueReader counts) {
        this.name = name;
        this.before = before;
        this.counts = counts;
    }

    PriceSource build() {
        return new RuledPrices(name, providers);
    }

    @Override
    public boolean add(String unused, JsonNode provider) {
        List<RuledProvider.Model> models = new ArrayList<>();
        String id = text(provider, "id").toLowerCase(Locale.ROOT);
        NameRule modelMatch = NameRules.orNull(provider.get("model_match"));
        NameRule providerMatch = NameRules.orNull(provider.get("provider_match"));
        for (JsonNode model : provider.path("models")) {
            counts.count((ignored, entry) -> addModel(id, models, entry), "", model);
        }
        List<String> fallbacks = new ArrayList<>();
        provider.path("fallback_model_providers").forEach(fallback -> fallbacks.add(fallback.asString()));
        providers.add(new RuledProvider(id, modelMatch, providerMatch, fallbacks, models));
        counts.uncount();
        return true;
    }

    private boolean addModel(String provider, List<RuledProvider.Model> models, JsonNode model) {
        String id = text(model, "id");
        NameRule rule = NameRules.of(model.path("match"));
        ModelPrices kept = before.get(provider + "/" + id);
        ModelFacts facts = CatalogueFacts.ofGenaiPrices(model);
        try {
            ModelPrices prices = prices(model.get("prices"));
            models.add(new RuledProvider.Model(id, rule, prices == null ? kept : prices, facts));
            return prices != null;
        } catch (RuntimeException unreadable) {
            if (kept != null) {
                models.add(new RuledProvider.Model(id, rule, kept, facts));
            }
            throw unreadable;
        }
    }

    private static @Nullable ModelPrices prices(@Nullable JsonNode prices) {
        if (prices == null || prices.isEmpty()) {
            return null;
        }
        if (prices.isObject()) {
            PriceSheet always = sheet(prices);
            return always == null ? null : ModelPrices.always(always);
        }
        List<ModelPrices.Dated> dated = new ArrayList<>();
        for (JsonNode conditional : prices) {
            PriceSheet sheet = sheet(conditional.path("prices"));
            if (sheet != null) {
                dated.add(new ModelPrices.Dated(constraint(conditional.get("constraint")), sheet));
            }
        }
        return dated.isEmpty() ? null : new ModelPrices(dated);
    }

    private static @Nullable PriceSheet sheet(JsonNode prices) {
        var sheet = new SheetBuilder();
        for (Map.Entry<String, JsonNode> price : prices.properties()) {
            TokenKind kind = KINDS.get(price.getKey());
            Unit unit = UNITS.get(price.getKey());
            if (kind != null) {
                rate(sheet, kind, price.getValue());
            } else if (unit != null) {
                sheet.unit(unit, CatalogueReader.rate(price.getValue(), THOUSAND_TO_ONE));
            }
        }
        return sheet.pricesAnswers() ? sheet.build() : null;
    }

    private static void rate(SheetBuilder sheet, TokenKind kind, JsonNode price) {
        if (!price.isObject()) {
            sheet.rate(ServiceTier.STANDARD, 0, kind, CatalogueReader.rate(price, 0));
            return;
        }
        BigDecimal base = CatalogueReader.rate(price.get("base"), 0);
        if (base == null) {
            throw new IllegalArgumentException("tiers must have a base");
        }
        sheet.rate(ServiceTier.STANDARD, 0, kind, base);
        for (JsonNode tier : price.path("tiers")) {
            long start = tier.path("start").decimalValue().longValueExact();
            if (start < 0) {
                throw new IllegalArgumentException("a tier must not start below 0");
            }
            sheet.rate(ServiceTier.STANDARD, start, kind, CatalogueReader.rate(tier.get("price"), 0));
        }
    }

    private static @Nullable PriceConstraint constraint(@Nullable JsonNode constraint) {
        if (constraint == null || constraint.isNull()) {
            return null;
        }
        if (constraint.has("start_date")) {
            return new PriceConstraint.From(LocalDate.parse(text(constraint, "start_date")));
        }
        return new PriceConstraint.Daily(time(text(constraint, "start_time")), time(text(constraint, "end_time")));
    }

    /** A time without a zone is one of UTC. */
    private static OffsetTime time(String text) {
        boolean zoned = text.endsWith("Z") || text.indexOf('+') > 0 || text.indexOf('-') > 0;
        return zoned ? OffsetTime.parse(text) : LocalTime.parse(text).atOffset(ZoneOffset.UTC);
    }

    static String text(JsonNode node, String field) {
        JsonNode text = node.get(field);
        if (text == null || !text.isString()) {
            throw new IllegalArgumentException("a text is missing");
        }
        return text.asString();
    }
}

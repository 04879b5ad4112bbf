package io.agentkit.price;

import io.agentkit.chat.ModelFacts;
import io.agentkit.chat.ServiceTier;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Models of LiteLLM's catalogue. Its prices are US dollars per token; the names of the fields tell the kind of token, the length of the
 * prompt ({@code _above_200k_tokens}) and the tier of service ({@code _priority}).
 */
final class LiteLlmEntries implements CatalogueReader.Entries {

    private static final String DOCUMENTATION = "sample_spec";

    private static final int TOKEN_TO_MILLION = 6;

    private static final Map<String, TokenKind> KINDS = Map.ofEntries(
            Map.entry("input_cost_per_token", TokenKind.INPUT),
            Map.entry("output_cost_per_token", TokenKind.OUTPUT),
            Map.entry("output_cost_per_reasoning_token", TokenKind.REASONING),
            Map.entry("cache_read_input_token_cost", TokenKind.CACHE_READ),
            Map.entry("input_cost_per_token_cache_hit", TokenKind.CACHE_READ),
            Map.entry("cache_creation_input_token_cost", TokenKind.CACHE_WRITE),
            Map.entry("cache_creation_input_token_cost_above_1hr", TokenKind.CACHE_WRITE_1H),
            Map.entry("input_cost_per_audio_token", TokenKind.AUDIO_INPUT),
            Map.entry("output_cost_per_audio_token", TokenKind.AUDIO_OUTPUT),
            Map.entry("cache_read_input_audio_token_cost", TokenKind.AUDIO_CACHE_READ),
            Map.entry("input_cost_per_image_token", TokenKind.IMAGE_INPUT),
            Map.entry("output_cost_per_image_token", TokenKind.IMAGE_OUTPUT));

    /** Kind, length in thousands, tier. */
    private static final Pattern FIELD =
            Pattern.compile("^([a-z_]+?(?:_above_1hr)?)(?:_above_(\\d{1,6})k_tokens)?(?:_(priority|flex|batches))?$");

    private final NamedPrices.Builder list;

    private final Map<String, ModelPrices> before;

    LiteLlmEntries(String name, Map<String, ModelPrices> before) {
        this.before = before;
        this.list = new NamedPrices.Builder(name, false);
    }

    PriceSource build() {
        return list.build();
    }

    @Override
    public boolean add(String name, JsonNode entry) {
        if (name.equals(DOCUMENTATION)) {
            return false;
        }
        try {
            SheetBuilder sheet = sheet(entry);
            return list(name, entry, sheet.pricesAnswers() ? ModelPrices.always(sheet.build()) : null);
        } catch (RuntimeException unreadable) {
            list(name, entry, null);
            throw unreadable;
        }
    }

    private static SheetBuilder sheet(JsonNode entry) {
        if (!entry.isObject()) {
            throw new IllegalArgumentException("a model must be an object");
        }
        var sheet = new SheetBuilder();
        for (Map.Entry<String, JsonNode> field : entry.properties()) {
            rate(sheet, field.getKey(), field.getValue());
        }
        steps(sheet, entry.get("tiered_pricing"));
        if (!sheet.pricesTokens()) {
            // Where tokens have prices these are only another way of telling them.
            sheet.unit(Unit.SECOND, sum(entry, "input_cost_per_second", "output_cost_per_second"));
            sheet.unit(Unit.IMAGE, sum(entry, "input_cost_per_image", "output_cost_per_image"));
        }
        sheet.unit(Unit.REQUEST, CatalogueReader.rate(entry.get("input_cost_per_request"), 0));
        sheet.unit(Unit.WEB_SEARCH, search(entry.get("search_context_cost_per_query")));
        fast(sheet, entry.get("provider_specific_entry"));
        return sheet;
    }

    /** An entry without a price that can be read keeps the one that it had. Whether it has one. */
    private boolean list(String name, JsonNode entry, @Nullable ModelPrices read) {
        ModelPrices prices = read == null ? before.get(name) : read;
        if (prices != null) {
            JsonNode served = entry.get("litellm_provider");
            list(
                    name,
                    served != null && served.isString() ? served.asString() : null,
                    prices,
                    CatalogueFacts.ofLiteLlm(entry));
        }
        return read != null;
    }

    /** A name without provider, or with that of the maker in front, is the maker's price. */
    private void list(String name, @Nullable String served, ModelPrices prices, ModelFacts facts) {
        String provider = Providers.of(served);
        int slash = name.indexOf('/');
        boolean bare = slash < 0;
        boolean makers = provider != null
                && Providers.isMaker(provider)
                && (bare || (!name.startsWith("vertex_ai") && provider.equals(Providers.of(name.substring(0, slash)))));
        list.add(provider, name, makers, prices, facts);
    }

    private static void rate(SheetBuilder sheet, String field, JsonNode value) {
        Matcher parts = FIELD.matcher(field);
        TokenKind kind = parts.matches() ? KINDS.get(parts.group(1)) : null;
        if (kind != null) {
            long above = parts.group(2) == null ? 0 : Long.parseLong(parts.group(2)) * 1_000;
            sheet.rate(tier(parts.group(3)), above, kind, CatalogueReader.rate(value, TOKEN_TO_MILLION));
        }
    }

    private static ServiceTier tier(@Nullable String suffix) {
        if (suffix == null) {
            return ServiceTier.STANDARD;
        }
        return suffix.equals("batches") ? ServiceTier.BATCH : ServiceTier.valueOf(suffix.toUpperCase(Locale.ROOT));
    }

    /** The other form of lengths: a list of ranges with rates of their own. */
    private static void steps(SheetBuilder sheet, @Nullable JsonNode steps) {
        if (steps == null || !steps.isArray()) {
            return;
        }
        for (JsonNode step : steps) {
            JsonNode range = step.get("range");
            if (range != null && range.isArray() && range.size() == 2) {
                long above = range.get(0).decimalValue().longValueExact();
                for (Map.Entry<String, JsonNode> field : step.properties()) {
                    TokenKind kind = KINDS.get(field.getKey());
                    if (kind != null) {
                        BigDecimal rate = CatalogueReader.rate(field.getValue(), TOKEN_TO_MILLION);
                        sheet.rate(ServiceTier.STANDARD, above, kind, rate);
                    }
                }
            }
        }
    }

    private static @Nullable BigDecimal sum(JsonNode entry, String first, String second) {
        BigDecimal a = CatalogueReader.rate(entry.get(first), 0);
        BigDecimal b = CatalogueReader.rate(entry.get(second), 0);
        return a == null || b == null ? (a == null ? b : a) : a.add(b);
    }

    /** What a search of ordinary size costs. */
    private static @Nullable BigDecimal search(@Nullable JsonNode costs) {
        return costs == null || !costs.isObject()
                ? null
                : CatalogueReader.rate(costs.get("search_context_size_medium"), 0);
    }

    private static void fast(SheetBuilder sheet, @Nullable JsonNode specific) {
        JsonNode times = specific == null ? null : specific.get("fast");
        if (times != null && times.isNumber()) {
            sheet.factor(ServiceTier.FAST, Rate.imported(times.decimalValue()));
        }
    }
}

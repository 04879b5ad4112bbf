package io.agentkit.price;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the two public catalogues of prices, told apart by what they are: LiteLLM's is an object of models, that of genai-prices a list of
 * providers. An entry that cannot be read is left out and counted.
 */
final class CatalogueReader {

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(50)
                            .maxNumberLength(100)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Reads one entry after another, each counted. */
    interface Entries {

        /** @throws RuntimeException when the entry makes no sense */
        boolean add(String name, JsonNode entry);
    }

    private int priced;
    private int unpriced;
    private int skipped;

    private final Map<String, ModelPrices> before;

    private CatalogueReader(Map<String, ModelPrices> before) {
        this.before = before;
    }

    /**
     * @param name what the list is called
     * @param before what an earlier reading priced: an entry that has lost its price keeps that one
     * @throws CatalogueException when it is no catalogue, or has no price at all
     */
    static Catalogue read(String name, byte[] json, Map<String, ModelPrices> before) throws CatalogueException {
        return new CatalogueReader(before).catalogue(name, new ByteArrayInputStream(json));
    }

    private Catalogue catalogue(String name, InputStream json) throws CatalogueException {
        try (JsonParser parser = JSON.createParser(json)) {
            JsonToken first = parser.nextToken();
            if (first == JsonToken.START_OBJECT) {
                var models = new LiteLlmEntries(name, before);
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    String model = parser.currentName();
                    parser.nextToken();
                    count(models, model, JSON.readTree(parser));
                }
                return used(parser, new Catalogue(models.build(), "litellm", priced, unpriced, skipped));
            }
            if (first == JsonToken.START_ARRAY) {
                var providers = new GenaiPricesEntries(name, before, this);
                while (parser.nextToken() == JsonToken.START_OBJECT) {
                    count(providers, "", JSON.readTree(parser));
                }
                return used(parser, new Catalogue(providers.build(), "genai-prices", priced, unpriced, skipped));
            }
        } catch (JacksonException broken) {
            throw new CatalogueException("it is no JSON to its end", broken);
        }
        throw new CatalogueException("it is neither a catalogue of LiteLLM nor one of genai-prices");
    }

    private Catalogue used(JsonParser parser, Catalogue catalogue) throws CatalogueException {
        JsonToken last = parser.currentToken();
        boolean ended = last == JsonToken.END_OBJECT || last == JsonToken.END_ARRAY;
        if (!ended || parser.nextToken() != null) {
            throw new CatalogueException("it is no JSON to its end");
        }
        if (catalogue.priced() == 0) {
            throw new CatalogueException("no entry of it has a price");
        }
        return catalogue;
    }

    /** Adds the entry; one that makes no sense costs no other its place. */
    void count(Entries entries, String name, JsonNode entry) {
        try {
            if (entries.add(name, entry)) {
                priced++;
            } else {
                unpriced++;
            }
        } catch (RuntimeException unreadable) {
            skipped++;
        }
    }

    /** A group of entries is not an entry itself. */
    void uncount() {
        priced--;
    }

    /**
     * The rate of a field.
     *
     * @return null when the field is absent or null
     * @throws IllegalArgumentException when it is no number, or none that can be a rate
     */
    static @Nullable BigDecimal rate(@Nullable JsonNode value, int decimalsToTheRight) {
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isNumber()) {
            throw new IllegalArgumentException("a rate must be a number");
        }
        return Rate.imported(value.decimalValue().movePointRight(decimalsToTheRight));
    }
}

package io.agentkit.price;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import io.agentkit.money.Money;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LiteLlmCatalogueTests {

    private static final Usage MILLION = Usage.of(1_000_000, 0);

    @ParameterizedTest // CO-14
    @CsvSource(
            nullValues = "-",
            value = {
                "-, m-1, 2",
                "openai, m-1, 2",
                "-, openai/m-1, 2",
                "openai, m.1-2026-01-31, 2",
                "azure.ai.openai, m-1, 3",
                "-, azure/m-1, 3",
                "aws.bedrock, us.anthropic.c-1-20260101-v1:0, 5.5",
                "-, us.anthropic.c-1-20260101-v1:0, 5.5",
                "-, eu.anthropic.c-1-20260101-v1:0, 5",
                "aws.bedrock, anthropic.c-1-20260101-v1:0, 5",
                "gcp.vertex_ai, c-1, 6",
                "together, l-1, 0.9",
                "-, together_ai/l-1, 0.9",
                "groq, l-1, -",
                "-, l-1, -",
                "groq, m-1, -",
                "openrouter, openai/m-1, 2.1",
                "azure, c-1, -"
            })
    void pricesAModelByWhoServesIt(@Nullable String provider, String model, @Nullable String usd) throws Exception {
        PriceBook book = book("""
                {"azure/m-1": {"input_cost_per_token": 3e-6, "output_cost_per_token": 9e-6, "litellm_provider": "azure"},
                 "m-1": {"input_cost_per_token": 2e-06, "output_cost_per_token": 8e-06, "litellm_provider": "openai"},
                 "openrouter/openai/m-1": {"input_cost_per_token": 2.1e-06, "output_cost_per_token": 8e-06, "litellm_provider": "openrouter"},
                 "us.anthropic.c-1-20260101-v1:0": {"input_cost_per_token": 5.5e-06, "output_cost_per_token": 1e-5, "litellm_provider": "bedrock_converse"},
                 "anthropic.c-1-20260101-v1:0": {"input_cost_per_token": 5e-06, "output_cost_per_token": 1e-5, "litellm_provider": "bedrock_converse"},
                 "vertex_ai/c-1": {"input_cost_per_token": 6e-06, "output_cost_per_token": 1e-5, "litellm_provider": "vertex_ai-anthropic_models"},
                 "together_ai/l-1": {"input_cost_per_token": 9e-07, "output_cost_per_token": 9e-07, "litellm_provider": "together_ai"}}
                """);

        assertThat(book.price(provider, model, MILLION)).isEqualTo(usd == null ? null : Money.usd(usd));
    }

    @Test // CO-05, CO-10, CO-12
    void readsTiersOfServiceAndLengthsAndTheirCombinations() throws Exception {
        PriceBook book = book("""
                {"m": {"litellm_provider": "openai",
                  "input_cost_per_token": 1e-06, "output_cost_per_token": 4e-06, "cache_read_input_token_cost": 1e-07,
                  "cache_creation_input_token_cost": 1.25e-06, "cache_creation_input_token_cost_above_1hr": 2.2e-06,
                  "cache_creation_input_token_cost_above_1hr_above_200k_tokens": 4.5e-06,
                  "input_cost_per_token_above_200k_tokens": 2e-06, "output_cost_per_token_above_200k_tokens": 6e-06,
                  "input_cost_per_token_priority": 1.7e-06, "output_cost_per_token_priority": 7e-06,
                  "input_cost_per_token_above_200k_tokens_priority": 3.3e-06,
                  "input_cost_per_token_batches": 4e-07, "output_cost_per_token_batches": 2e-06,
                  "output_cost_per_reasoning_token": 5e-06, "input_cost_per_audio_token": 9e-06,
                  "search_context_cost_per_query": {"search_context_size_medium": 0.01},
                  "provider_specific_entry": {"fast": 6.0}}}
                """);

        assertThat(price(book, new Usage(100, 0, 0, 100, 0, 0, 0, 0, false), null))
                .isEqualTo(Money.usd("0.00032"));
        assertThat(price(book, new Usage(200_000, 0, 0, 100, 0, 0, 0, 0, false), null))
                .isEqualTo(Money.usd("0.40045"));
        assertThat(price(book, Usage.of(100, 0), ServiceTier.PRIORITY)).isEqualTo(Money.usd("0.00017"));
        assertThat(price(book, Usage.of(300_000, 0), ServiceTier.PRIORITY)).isEqualTo(Money.usd("0.99"));
        assertThat(price(book, Usage.of(300_000, 100), ServiceTier.PRIORITY)).isEqualTo(Money.usd("0.99105"));
        assertThat(price(book, Usage.of(100, 0, 0, 50), ServiceTier.BATCH)).isEqualTo(Money.usd("0.00014"));
        assertThat(price(book, Usage.of(0, 100).withReasoning(60), null)).isEqualTo(Money.usd("0.00046"));
        assertThat(price(book, Usage.of(100, 100), ServiceTier.FAST)).isEqualTo(Money.usd("0.003"));
        assertThat(price(book, new Usage(100, 0, 0, 0, 0, 0, 40, 0, false), null))
                .isEqualTo(Money.usd("0.00042"));
        assertThat(price(book, searched(Usage.of(100, 0), 3), null)).isEqualTo(Money.usd("0.0301"));
    }

    @Test
    void readsLengthsThatAreWrittenAsRanges() throws Exception {
        PriceBook book = book("""
                {"dashscope/q": {"litellm_provider": "dashscope", "tiered_pricing": [
                  {"input_cost_per_token": 5e-08, "output_cost_per_token": 4e-07, "range": [0, 256000.0]},
                  {"input_cost_per_token": 2.5e-07, "output_cost_per_token": 2e-06, "range": [256000.0, 1000000.0]}]}}
                """);

        assertThat(book.price("dashscope", "q", Usage.of(256_000, 0))).isEqualTo(Money.usd("0.0128"));
        assertThat(book.price("dashscope", "q", Usage.of(300_000, 0))).isEqualTo(Money.usd("0.075"));
    }

    @Test // CO-13, CO-15, CO-16
    void tellsAPriceOfZeroFromNone() throws Exception {
        Catalogue catalogue = read("""
                {"free": {"input_cost_per_token": 0.0, "output_cost_per_token": 0, "litellm_provider": "openai"},
                 "empty": {}, "nulls": {"input_cost_per_token": null, "litellm_provider": "openai"},
                 "known": {"input_cost_per_token": 1e-6, "output_cost_per_token": 1e-6, "litellm_provider": "openai"},
                 "known": {"max_tokens": 5, "litellm_provider": "openai"}}
                """);
        PriceBook book = PriceBook.EMPTY.with(catalogue.prices(), null);

        assertThat(book.price("free", MILLION)).isEqualTo(Money.ZERO);
        assertThat(book.price("empty", MILLION)).isNull();
        assertThat(book.price("nulls", MILLION)).isNull();
        assertThat(book.price("known", MILLION)).isEqualTo(Money.usd(1));
        assertThat(catalogue.priced()).isEqualTo(2);
        assertThat(catalogue.unpriced()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5",
                "null",
                "{\"input_cost_per_token\": -1e-6}",
                "{\"input_cost_per_token\": \"1e-6\"}",
                "{\"input_cost_per_token\": 1e-40}",
                "{\"input_cost_per_token\": 1e40}",
                "{\"input_cost_per_token\": []}",
                "{\"input_cost_per_token\": 1e-6, \"tiered_pricing\": [{\"range\": [\"a\", 2], \"input_cost_per_token\": 1}]}",
                "{\"input_cost_per_token\": 1e-999999999}"
            })
    void leavesOutAnEntryThatMakesNoSenseAndKeepsTheRest(String bad) throws Exception {
        Catalogue catalogue = read(
                "{\"bad\": " + bad + ", \"good\": {\"input_cost_per_token\": 1e-6, \"litellm_provider\": \"openai\"}}");
        PriceBook book = PriceBook.EMPTY.with(catalogue.prices(), null);

        assertThat(catalogue.skipped()).isEqualTo(1);
        assertThat(book.price("bad", MILLION)).isNull();
        assertThat(book.price("good", MILLION)).isEqualTo(Money.usd(1));
    }

    @Test
    void roundsTheNoiseOfBinaryNumbersToWhatMoneyHolds() throws Exception {
        PriceBook book =
                book("{\"m\": {\"input_cost_per_token\": 3.0001999999999996E-7, \"litellm_provider\": \"openai\"}}");

        assertThat(book.price("m", MILLION)).isEqualTo(Money.usd("0.30002"));
    }

    @Test
    void saysSoWhereAModelIsPricedByWhatAUsageDoesNotCount() throws Exception {
        PriceBook book = book("{\"w\": {\"input_cost_per_second\": 0.0001, \"litellm_provider\": \"openai\"}}");

        assertThat(book.price("w", MILLION)).isNull();
        assertThat(book.covers("openai", "w", MILLION)).isFalse();
        assertThat(book.measured("openai", "w", 0, 60)).isEqualTo(Money.usd("0.006"));
    }

    @Test
    void countsTheRequestItself() throws Exception {
        PriceBook book = book(
                "{\"perplexity/p\": {\"input_cost_per_request\": 0.005, \"input_cost_per_token\": 0.0, \"output_cost_per_token\": 2e-6, \"litellm_provider\": \"perplexity\"}}");

        assertThat(book.price("perplexity", "p", Usage.of(10, 1_000))).isEqualTo(Money.usd("0.007"));
    }

    private static Usage searched(Usage usage, long searches) {
        return usage.withDetails(new UsageDetails(0, 0, 0, 0, 0, 0, searches, null));
    }

    private static @Nullable Money price(PriceBook book, Usage usage, @Nullable ServiceTier tier) {
        return book.price("openai", "m", usage.withDetails(usage.details().withTier(tier)));
    }

    private static PriceBook book(String json) throws Exception {
        return PriceBook.EMPTY.with(read(json).prices(), null);
    }

    private static Catalogue read(String json) throws Exception {
        return CatalogueReader.read("test", json.getBytes(StandardCharsets.UTF_8), Map.of());
    }
}

package io.agentkit.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import io.agentkit.money.Money;
import io.agentkit.test.FakeTime;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GenaiPricesCatalogueTests {

    private static final Usage MILLION = Usage.of(1_000_000, 0);

    private static final String PROVIDERS = """
            [{"id": "openai", "model_match": {"or": [{"starts_with": "gpt-"}, {"regex": "^o[134]"}]},
              "provider_match": {"contains": "openai"}, "models": [
               {"id": "gpt-a", "match": {"or": [{"equals": "gpt-a"}, {"starts_with": "gpt-a-2026"}]}, "prices": {"input_mtok": 1}},
               {"id": "o3", "match": {"regex": "^o3(-mini)?$"}, "prices": {"input_mtok": 2}},
               {"id": "nightly", "match": {"and": [{"starts_with": "gpt-"}, {"ends_with": "-nightly"}]}, "prices": {"input_mtok": 3}},
               {"id": "unpriced", "match": {"equals": "gpt-new"}, "prices": {}},
               {"id": "last", "match": {"contains": "gpt"}, "prices": {"input_mtok": 9}}]},
             {"id": "azure", "fallback_model_providers": ["openai"], "models": [
               {"id": "gpt-a", "match": {"equals": "gpt-a"}, "prices": {"input_mtok": 1.5}}]},
             {"id": "aws", "provider_match": {"or": [{"contains": "bedrock"}, {"contains": "amazon"}]}, "models": [
               {"id": "r", "match": {"contains": "anthropic.claude-x"}, "prices": {"input_mtok": 3.3}}]},
             {"id": "groq", "models": [{"id": "l", "match": {"equals": "l"}, "prices": {"input_mtok": 0.1}}]}]
            """;

    @ParameterizedTest // CO-14
    @CsvSource(
            nullValues = "-",
            value = {
                "-, gpt-a, 1",
                "-, GPT-A, 1",
                "-, gpt-a-2026-01-31, 1",
                "-, o3-mini, 2",
                "-, o3-maxi, -",
                "-, gpt-b-nightly, 3",
                "-, gpt-new, -",
                "-, gpt-other, 9",
                "openai, gpt-a, 1",
                "azure, gpt-a, 1.5",
                "azure.ai.openai, o3, 2",
                "azure, l, -",
                "aws.bedrock, eu.anthropic.claude-x-v1:0, 3.3",
                "amazon-something, anthropic.claude-x, 3.3",
                "-, eu.anthropic.claude-x-v1:0, 3.3",
                "groq, l, 0.1",
                "-, groq/l, -",
                "-, l, -",
                "nobody, gpt-a, -",
                "openai, models/o3, 2"
            })
    void followsTheRulesForNamesAndTheOrderOfTheFile(@Nullable String provider, String model, @Nullable String usd)
            throws Exception {
        assertThat(book(PROVIDERS).price(provider, model, MILLION)).isEqualTo(usd == null ? null : Money.usd(usd));
    }

    @Test
    void pricesEveryKindOfTokenOnce() throws Exception {
        PriceBook book = model("""
                {"input_mtok": 1, "output_mtok": 10, "cache_read_mtok": 0.1, "cache_write_mtok": 1.25, "input_audio_mtok": 5,
                 "cache_audio_read_mtok": 0.5, "output_audio_mtok": 20, "output_image_mtok": 30, "requests_kcount": 8,
                 "web_searches_kcount": 10}
                """);
        Usage usage = new Usage(
                1_000, 2_000, 3_000, 4_000, 5_000, 0, 100, 200, false, new UsageDetails(300, 0, 0, 400, 0, 0, 2, null));

        // 900 + 170 (cached) + 500 (audio) + 150 (cached audio) + 3,750 + 8,000 (an hour at twice the input) + 44,000 +
        // 4,000 + 12,000
        assertThat(book.price("p", "m", usage)).isEqualTo(Money.usd("0.10147"));
        assertThat(book.covers("p", "m", usage)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "200000, 0, 100, 0.201", //
        "200000, 1, 100, 0.402102",
        "200000, 200000, 100, 0.8021",
        "200001, 200000, 100, 2.202109",
        "0, 200001, 0, 0.400002",
        "0, 0, 300000, 3"
    })
    void choosesTheTierByTheWholePromptIncludingWhatWasCached(long fresh, long cached, long output, String usd)
            throws Exception {
        PriceBook book = model("""
                {"input_mtok": {"base": 1, "tiers": [{"start": 400000, "price": 9}, {"start": 200000, "price": 2}]},
                 "cache_read_mtok": 2, "output_mtok": {"base": 10, "tiers": [{"start": 200000, "price": 21}]}}
                """);

        assertThat(book.price("p", "m", Usage.of(fresh, cached, 0, output))).isEqualTo(Money.usd(usd));
    }

    @ParameterizedTest
    @CsvSource({
        "2025-06-09T23:59:00Z, 10",
        "2025-06-10T00:00:00Z, 2",
        "2026-01-01T12:00:00Z, 2",
        "2026-02-01T00:29:00Z, 0.5",
        "2026-02-01T00:30:00Z, 0.7"
    })
    void takesTheLastPriceWhoseConditionHolds(Instant now, String usd) throws Exception {
        PriceBook book = model("""
                        [{"prices": {"input_mtok": 10}},
                         {"constraint": {"start_date": "2025-06-10"}, "prices": {"input_mtok": 2}},
                         {"constraint": {"start_date": "2026-02-01"}, "prices": {"input_mtok": 0.5}},
                         {"constraint": {"start_time": "00:30:00Z", "end_time": "00:31:00Z"}, "prices": {"input_mtok": 0.7}}]
                        """).with(new FakeTime(now));

        assertThat(book.price("p", "m", MILLION)).isEqualTo(Money.usd(usd));
    }

    @Test // CO-13, CO-15
    void saysWhatPartOfAUsageHasNoPrice() throws Exception {
        PriceBook book = model("{\"input_mtok\": 1}");

        assertThat(book.price("p", "m", Usage.of(1_000_000, 5))).isEqualTo(Money.usd(1));
        assertThat(book.covers("p", "m", Usage.of(1_000_000, 5))).isFalse();
        assertThat(book.price("p", "m", Usage.of(0, 5))).isNull();
        assertThat(book.covers("p", "m", Usage.of(1_000_000, 0))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\": \"x\", \"match\": {\"like\": \"x\"}, \"prices\": {\"input_mtok\": 1}}",
                "{\"id\": \"x\", \"match\": {\"regex\": \"(\"}, \"prices\": {\"input_mtok\": 1}}",
                "{\"id\": \"x\", \"match\": {}, \"prices\": {\"input_mtok\": 1}}",
                "{\"id\": \"x\", \"match\": {\"equals\": \"x\", \"contains\": \"y\"}, \"prices\": {\"input_mtok\": 1}}",
                "{\"id\": \"x\", \"match\": {\"equals\": \"x\"}, \"prices\": {\"input_mtok\": -1}}",
                "{\"id\": \"x\", \"match\": {\"equals\": \"x\"}, \"prices\": {\"input_mtok\": \"free\"}}",
                "{\"id\": \"x\", \"match\": {\"equals\": \"x\"}, \"prices\": {\"input_mtok\": {\"tiers\": []}}}",
                "{\"id\": \"x\", \"match\": {\"equals\": \"x\"}, \"prices\": [{\"constraint\": {\"start_date\": \"soon\"}, \"prices\": {\"input_mtok\": 1}}]}",
                "{\"match\": {\"equals\": \"x\"}, \"prices\": {\"input_mtok\": 1}}",
                "7"
            })
    void leavesOutAModelThatMakesNoSenseAndKeepsTheRest(String bad) throws Exception {
        Catalogue catalogue = read(
                "[{\"id\": \"p\", \"models\": [" + bad
                        + ", {\"id\": \"m\", \"match\": {\"equals\": \"m\"}, \"prices\": {\"input_mtok\": 1}}]}, {\"id\": 5}, {}]");

        assertThat(catalogue.skipped()).isEqualTo(3);
        assertThat(catalogue.priced()).isEqualTo(1);
        assertThat(PriceBook.EMPTY.with(catalogue.prices(), null).price("p", "m", MILLION))
                .isEqualTo(Money.usd(1));
    }

    @Test
    void givesUpAPatternThatWouldNeverEnd() throws Exception {
        PriceBook book = book("""
                [{"id": "p", "models": [
                  {"id": "x", "match": {"regex": "^(a+)+$"}, "prices": {"input_mtok": 5}},
                  {"id": "y", "match": {"ends_with": "!"}, "prices": {"input_mtok": 1}}]}]
                """);

        assertThat(book.price("p", "a".repeat(60) + "!", MILLION)).isEqualTo(Money.usd(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "\"text\"",
                "{}",
                "[]",
                "[{\"id\": \"p\", \"models\": []}]",
                "[{",
                "{\"m\": {\"input_cost_per_token\": 1e-6}",
                "[[[]]]",
                "nonsense"
            })
    void refusesWhatIsNoCatalogueAsAWhole(String json) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(CatalogueException.class);
    }

    @Test
    void neverRepeatsTheTextOfABrokenFile() {
        assertThatThrownBy(() -> read("{\"sk-secret-key\": tru"))
                .isInstanceOf(CatalogueException.class)
                .hasMessageNotContaining("secret")
                .hasNoCause();
    }

    private static PriceBook model(String prices) throws Exception {
        return book("[{\"id\": \"p\", \"models\": [{\"id\": \"m\", \"match\": {\"equals\": \"m\"}, \"prices\": "
                + prices + "}]}]");
    }

    private static PriceBook book(String json) throws Exception {
        return PriceBook.EMPTY.with(read(json).prices(), null);
    }

    private static Catalogue read(String json) throws Exception {
        return CatalogueReader.read("test", json.getBytes(StandardCharsets.UTF_8), Map.of());
    }
}

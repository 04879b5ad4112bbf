package io.agentkit.price;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ModelFacts;
import io.agentkit.chat.Usage;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogueFactsTests {

    private static PriceBook with(PriceBook book, String json) throws Exception {
        return book.with(
                CatalogueReader.read("test", json.getBytes(UTF_8), Map.of()).prices(), null);
    }

    private static PriceBook book(String json) throws Exception {
        return with(PriceBook.EMPTY, json);
    }

    /** An entry of LiteLLM's catalogue with a price and these fields. */
    private static ModelFacts of(String fields) throws Exception {
        return book("""
                {"m": {"litellm_provider": "openai", "input_cost_per_token": 1e-6, "output_cost_per_token": 1e-6, %s}}
                """.formatted(fields)).facts("openai", "m");
    }

    @Test
    void areReadFromLiteLlm() throws Exception {
        ModelFacts facts = of("""
                "max_input_tokens": 272000, "max_output_tokens": 128000.0, "supports_function_calling": true,
                "supports_vision": false, "supports_response_schema": true, "supports_assistant_prefill": false
                """);

        assertThat(facts).isEqualTo(new ModelFacts(272_000, 128_000, true, false, true, false));
    }

    @Test
    void areReadFromGenaiPrices() throws Exception {
        PriceBook book = book("""
                [{"id": "openai", "model_match": {"starts_with": "gpt-"}, "models": [
                  {"id": "gpt-a", "match": {"starts_with": "gpt-a"}, "context_window": 400000, "prices": {"input_mtok": 1}}]}]
                """);

        assertThat(book.facts("openai", "gpt-a-2026-01-31")).isEqualTo(window(400_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "0.5", "3e9", "1e400", "\"128000\"", "null", "true", "[]"})
    void areNotKnownWhereTheyMakeNoSense(String tokens) throws Exception {
        assertThat(of("\"max_input_tokens\": " + tokens)).isEqualTo(ModelFacts.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"false\"", "0", "null", "{}"})
    void areNotKnownWhereAnAbilityIsNeitherTrueNorFalse(String flag) throws Exception {
        assertThat(of("\"supports_function_calling\": " + flag)).isEqualTo(ModelFacts.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({"supports_pdf_input", "supports_audio_input", "supports_video_input"})
    void doNotCallAModelBlindToMediaThatReadsOthersThanImages(String other) throws Exception {
        assertThat(of("\"supports_vision\": false, \"%s\": true".formatted(other)))
                .isEqualTo(ModelFacts.UNKNOWN);
    }

    @Test
    void areFoundUnderTheNamesThatPricesAreFoundUnder() throws Exception {
        PriceBook book = book("""
                {"m.1": {"litellm_provider": "openai", "input_cost_per_token": 1e-6, "output_cost_per_token": 1e-6, "max_input_tokens": 5},
                 "azure/m.1": {"litellm_provider": "azure", "input_cost_per_token": 1e-6, "output_cost_per_token": 1e-6, "max_input_tokens": 4}}
                """);

        assertThat(book.facts(null, "m-1-2026-01-31").contextWindow()).isEqualTo(5);
        assertThat(book.facts("azure.ai.openai", "m.1").contextWindow()).isEqualTo(4);
        assertThat(book.facts("groq", "m.1")).isEqualTo(ModelFacts.UNKNOWN);
        assertThat(book.facts("openai", null)).isEqualTo(ModelFacts.UNKNOWN);
    }

    @Test
    void areThoseOfTheFirstListThatSaysSomethingOfEachAbility() throws Exception {
        PriceBook genai = book("""
                [{"id": "openai", "models": [
                  {"id": "m", "match": {"equals": "m"}, "context_window": 400000, "prices": {"input_mtok": 1}}]}]
                """);
        PriceBook both = with(genai, """
                {"m": {"litellm_provider": "openai", "input_cost_per_token": 2e-6, "output_cost_per_token": 1e-6,
                  "supports_function_calling": false}}
                """);
        PriceBook configured = both.with(Map.of("m", Rates.usd("3", "3")));

        assertThat(configured.facts("openai", "m")).isEqualTo(new ModelFacts(400_000, null, false, null, null, null));
        assertThat(configured.price("openai", "m", Usage.of(1_000_000, 0))).hasToString("3");
    }

    private static ModelFacts window(int tokens) {
        return new ModelFacts(tokens, null, null, null, null, null);
    }
}

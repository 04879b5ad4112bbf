package io.agentkit.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.ErrorKind;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import org.junit.jupiter.api.Test;

class UsageBodyTests {

    @Test // CO-01, CO-04
    void chatCompletionsCountCachedTokensInsideThePrompt() {
        UsageReading reading = read("""
                {"id":"c1","object":"chat.completion","model":"gpt-x","service_tier":"priority",
                 "choices":[{"index":0,"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}],
                 "usage":{"prompt_tokens":2006,"completion_tokens":300,"total_tokens":2306,
                  "prompt_tokens_details":{"cached_tokens":1920,"audio_tokens":0},
                  "completion_tokens_details":{"reasoning_tokens":40,"audio_tokens":0}}}""");

        assertThat(reading.usage())
                .isEqualTo(Usage.of(86, 1920, 0, 300)
                        .withReasoning(40)
                        .withDetails(UsageDetails.of(ServiceTier.PRIORITY)));
        assertThat(reading.model()).isEqualTo("gpt-x");
        assertThat(reading.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(reading.finished()).isTrue();
        assertThat(reading.problems()).isEmpty();
    }

    @Test
    void chatCompletionsCountWhatWasWrittenToTheCacheInsideThePrompt() {
        assertThat(usage("{\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":5,\"total_tokens\":105,"
                        + "\"prompt_tokens_details\":{\"cached_tokens\":20,\"cache_write_tokens\":70}}}"))
                .isEqualTo(Usage.of(10, 20, 70, 5));
    }

    @Test // CO-08
    void reasoningIsInsideTheOutput() {
        assertThat(usage("{\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":100,\"total_tokens\":110,"
                        + "\"completion_tokens_details\":{\"reasoning_tokens\":60}}}"))
                .isEqualTo(Usage.of(10, 100).withReasoning(60));
    }

    @Test
    void reasoningIsBesideTheOutputWhereTheTotalSaysSo() {
        String body = "{\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":40,\"total_tokens\":110,"
                + "\"completion_tokens_details\":{\"reasoning_tokens\":60}}}";

        assertThat(usage(body)).isEqualTo(Usage.of(10, 100).withReasoning(60));
    }

    @Test
    void aKnownProviderSettlesWhatNoTotalSays() {
        String body = "{\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":40,"
                + "\"completion_tokens_details\":{\"reasoning_tokens\":60}}}";

        assertThat(UsageReader.of("xAI").read(body).usage())
                .isEqualTo(Usage.of(10, 100).withReasoning(60));
        assertThat(usage(body)).isEqualTo(Usage.of(10, 40).withReasoning(60));
    }

    @Test
    void cachedTokensAreBesideThePromptWhereTheTotalSaysSo() {
        assertThat(usage("{\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":115,"
                        + "\"prompt_tokens_details\":{\"cached_tokens\":100}}}"))
                .isEqualTo(Usage.of(10, 100, 0, 5));
    }

    @Test // CO-07
    void thoughtsThatGoogleHidesBehindAnotherProtocolAreInTheTotal() {
        assertThat(usage("{\"model\":\"gemini-x\",\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":20,"
                        + "\"total_tokens\":130}}"))
                .isEqualTo(Usage.of(10, 120).withReasoning(100));
        assertThat(usage("{\"model\":\"other\",\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":20,"
                        + "\"total_tokens\":130}}"))
                .isEqualTo(Usage.of(10, 20));
    }

    @Test
    void audioImagesAndVideoAreParts() {
        assertThat(usage("{\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":30,\"total_tokens\":130,"
                        + "\"prompt_tokens_details\":{\"cached_tokens\":40,\"audio_tokens\":50,\"image_tokens\":20,\"video_tokens\":5,"
                        + "\"cached_tokens_details\":{\"audio_tokens\":30,\"image_tokens\":10}},"
                        + "\"completion_tokens_details\":{\"audio_tokens\":25,\"image_tokens\":3}}}"))
                .isEqualTo(
                        new Usage(60, 40, 0, 0, 30, 0, 20, 25, false, new UsageDetails(30, 10, 10, 3, 5, 0, 0, null)));
    }

    @Test
    void deepSeekCountsHitsAndMisses() {
        assertThat(usage("{\"usage\":{\"prompt_tokens\":563,\"completion_tokens\":116,\"total_tokens\":679,"
                        + "\"prompt_cache_hit_tokens\":512,\"prompt_cache_miss_tokens\":51}}"))
                .isEqualTo(Usage.of(51, 512, 0, 116));
    }

    @Test
    void groqRepeatsItsCountsInAPlaceOfItsOwn() {
        assertThat(usage("{\"x_groq\":{\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3}},"
                        + "\"service_tier\":\"on_demand\"}"))
                .isEqualTo(Usage.of(7, 3).withDetails(UsageDetails.of(ServiceTier.STANDARD)));
    }

    @Test
    void embeddingsHaveNoOutput() {
        assertThat(usage("{\"object\":\"list\",\"data\":[{\"embedding\":[0.1,0.2]}],"
                        + "\"usage\":{\"prompt_tokens\":4,\"total_tokens\":4}}"))
                .isEqualTo(Usage.of(4, 0));
    }

    @Test
    void responsesCountAsChatCompletionsDo() {
        UsageReading reading = read("""
                {"id":"r1","object":"response","status":"completed","model":"gpt-x","service_tier":"flex","error":null,
                 "output":[{"type":"reasoning"},{"type":"function_call","name":"f","arguments":"{}"}],
                 "usage":{"input_tokens":9506,"input_tokens_details":{"cached_tokens":8576,"cache_write_tokens":30},
                  "output_tokens":439,"output_tokens_details":{"reasoning_tokens":384},"total_tokens":9945}}""");

        assertThat(reading.usage())
                .isEqualTo(
                        Usage.of(900, 8576, 30, 439).withReasoning(384).withDetails(UsageDetails.of(ServiceTier.FLEX)));
        assertThat(reading.finishReason()).isEqualTo(FinishReason.TOOL_USE);
        assertThat(reading.failure()).isNull();
    }

    @Test
    void aResponseThatIsCutSaysWhy() {
        UsageReading reading = read("{\"object\":\"response\",\"status\":\"incomplete\","
                + "\"incomplete_details\":{\"reason\":\"max_output_tokens\"},"
                + "\"usage\":{\"input_tokens\":1,\"output_tokens\":2,\"total_tokens\":3}}");

        assertThat(reading.finishReason()).isEqualTo(FinishReason.LENGTH);
        assertThat(reading.usage()).isEqualTo(Usage.of(1, 2));
    }

    @Test // CO-02, CO-03, CO-05
    void messagesCountCachedTokensBesideThePrompt() {
        UsageReading reading = read("""
                {"id":"m1","type":"message","role":"assistant","model":"claude-x","stop_reason":"end_turn",
                 "content":[{"type":"text","text":"{\\"usage\\":{\\"input_tokens\\":1}}"}],
                 "usage":{"input_tokens":6,"cache_read_input_tokens":30940,"cache_creation_input_tokens":460,
                  "cache_creation":{"ephemeral_5m_input_tokens":60,"ephemeral_1h_input_tokens":400},
                  "output_tokens":102,"output_tokens_details":{"thinking_tokens":40},
                  "server_tool_use":{"web_search_requests":3},"service_tier":"batch"}}""");

        assertThat(reading.usage())
                .isEqualTo(new Usage(
                        6,
                        30940,
                        60,
                        400,
                        102,
                        40,
                        0,
                        0,
                        false,
                        new UsageDetails(0, 0, 0, 0, 0, 0, 3, ServiceTier.BATCH)));
        assertThat(reading.finishReason()).isEqualTo(FinishReason.STOP);
    }

    @Test
    void aCacheWithoutALifetimeLivesMinutes() {
        assertThat(usage("{\"usage\":{\"input_tokens\":1,\"cache_creation_input_tokens\":7,\"output_tokens\":2}}"))
                .isEqualTo(Usage.of(1, 0, 7, 2));
    }

    @Test
    void fasterOutputIsATierOfItsOwn() {
        Usage usage = usage("{\"usage\":{\"input_tokens\":1,\"output_tokens\":2,\"service_tier\":\"standard\","
                + "\"speed\":\"fast\"}}");

        assertThat(usage.tier()).isEqualTo(ServiceTier.FAST);
    }

    @Test
    void summarisingAConversationIsChargedAndAnAdviserIsAnotherModel() {
        UsageReading reading = read("""
                {"type":"message","model":"claude-x","stop_reason":"end_turn","usage":{"input_tokens":180,"output_tokens":8,
                 "iterations":[
                  {"type":"compaction","input_tokens":100,"output_tokens":82,"cache_creation_input_tokens":55096,
                   "cache_creation":{"ephemeral_5m_input_tokens":55096,"ephemeral_1h_input_tokens":0}},
                  {"type":"message","input_tokens":180,"output_tokens":8},
                  {"type":"advisor_message","model":"claude-y","input_tokens":2529,"output_tokens":38}]}}""");

        assertThat(reading.usage()).isEqualTo(Usage.of(280, 0, 55096, 90));
        assertThat(reading.others()).containsExactly(new OtherModelUsage("claude-y", Usage.of(2529, 38)));
    }

    @Test // CO-07
    void googleCountsThoughtsAndToolsBeside() {
        UsageReading reading = read("""
                {"candidates":[{"content":{"parts":[{"text":"hi"}]},"finishReason":"MAX_TOKENS","index":0}],
                 "modelVersion":"gemini-x","usageMetadata":{"promptTokenCount":110,"candidatesTokenCount":20,
                  "thoughtsTokenCount":100,"toolUsePromptTokenCount":50,"cachedContentTokenCount":60,"totalTokenCount":280,
                  "promptTokensDetails":[{"modality":"TEXT","tokenCount":10},{"modality":"AUDIO","tokenCount":60},
                   {"modality":"IMAGE","tokenCount":10},{"modality":"DOCUMENT","tokenCount":20},{"modality":"VIDEO","tokenCount":10}],
                  "cacheTokensDetails":[{"modality":"AUDIO","tokenCount":40},{"modality":"DOCUMENT","tokenCount":20}],
                  "candidatesTokensDetails":[{"modality":"AUDIO","tokenCount":5},{"modality":"IMAGE","tokenCount":6}],
                  "trafficType":"ON_DEMAND_FLEX"}}""");

        assertThat(reading.usage())
                .isEqualTo(new Usage(
                        100,
                        60,
                        0,
                        0,
                        120,
                        100,
                        20,
                        5,
                        false,
                        new UsageDetails(40, 10, 20, 6, 10, 50, 0, ServiceTier.FLEX)));
        assertThat(reading.model()).isEqualTo("gemini-x");
        assertThat(reading.finishReason()).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void googleCountsThoughtsInsideWhereTheTotalSaysSo() {
        assertThat(usage("{\"usageMetadata\":{\"promptTokenCount\":10,\"candidatesTokenCount\":120,"
                        + "\"thoughtsTokenCount\":100,\"totalTokenCount\":130}}"))
                .isEqualTo(Usage.of(10, 120).withReasoning(100));
    }

    @Test
    void aPromptThatGoogleBlocksHasNoOutput() {
        UsageReading reading = read("{\"promptFeedback\":{\"blockReason\":\"SAFETY\"},"
                + "\"usageMetadata\":{\"promptTokenCount\":9,\"totalTokenCount\":9}}");

        assertThat(reading.usage()).isEqualTo(Usage.of(9, 0));
        assertThat(reading.finishReason()).isEqualTo(FinishReason.FILTERED);
    }

    @Test
    void converseCountsCachedTokensBesideThePrompt() {
        UsageReading reading = read("""
                {"output":{"message":{"role":"assistant","content":[{"text":"hi"}]}},"stopReason":"tool_use",
                 "metrics":{"latencyMs":5},"serviceTier":{"type":"priority"},
                 "usage":{"inputTokens":22,"outputTokens":13,"totalTokens":2527,"cacheReadInputTokens":1000,
                  "cacheReadInputTokenCount":1000,"cacheWriteInputTokens":1492,"cacheWriteInputTokenCount":1492,
                  "cacheDetails":[{"ttl":"1h","inputTokens":400},{"ttl":"5m","inputTokens":1092}]}}""");

        assertThat(reading.usage())
                .isEqualTo(new Usage(22, 1000, 1092, 400, 13, 0, 0, 0, false, UsageDetails.of(ServiceTier.PRIORITY)));
        assertThat(reading.finishReason()).isEqualTo(FinishReason.TOOL_USE);
    }

    @Test
    void modelsThatBedrockInvokesHaveShapesOfTheirOwn() {
        assertThat(usage("{\"inputTextTokenCount\":5,\"results\":[{\"tokenCount\":7,\"outputText\":\"a\","
                        + "\"completionReason\":\"FINISH\"}]}"))
                .isEqualTo(Usage.of(5, 7));
        assertThat(usage("{\"generation\":\"a\",\"prompt_token_count\":5,\"generation_token_count\":7,"
                        + "\"stop_reason\":\"stop\"}"))
                .isEqualTo(Usage.of(5, 7));
        assertThat(usage(
                        "{\"output\":{},\"stopReason\":\"end_turn\",\"usage\":{\"inputTokens\":5,\"outputTokens\":7}}"))
                .isEqualTo(Usage.of(5, 7));
    }

    @Test
    void ollamaCountsAtTheTop() {
        UsageReading reading = read("{\"model\":\"llama\",\"message\":{\"role\":\"assistant\",\"content\":\"hi\"},"
                + "\"done\":true,\"done_reason\":\"length\",\"prompt_eval_count\":26,\"eval_count\":298}");

        assertThat(reading.usage()).isEqualTo(Usage.of(26, 298));
        assertThat(reading.finishReason()).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void cohereCountsWhatItCharges() {
        assertThat(
                        usage(
                                "{\"finish_reason\":\"COMPLETE\",\"usage\":{\"billed_units\":{\"input_tokens\":33,"
                                        + "\"output_tokens\":22},\"tokens\":{\"input_tokens\":1452,\"output_tokens\":33},\"cached_tokens\":144}}"))
                .isEqualTo(Usage.of(33, 22));
        assertThat(usage("{\"embeddings\":{},\"meta\":{\"billed_units\":{\"input_tokens\":4}}}"))
                .isEqualTo(Usage.of(4, 0));
    }

    @Test
    void aCountOfZeroIsACount() {
        UsageReading reading = read("{\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":0,\"total_tokens\":0}}");

        assertThat(reading.usage()).isEqualTo(Usage.of(0, 0));
        assertThat(reading.usage().estimated()).isFalse();
    }

    @Test
    void absentCountsAreAbsent() {
        assertThat(read("{\"model\":\"m\",\"choices\":[]}").usage()).isNull();
        assertThat(read("{\"usage\":null}").usage()).isNull();
        assertThat(read("{\"usage\":{}}").usage()).isNull();
        assertThat(read("{\"usageMetadata\":{\"totalTokenCount\":3512}}").usage())
                .isNull();
    }

    @Test
    void askingHowLongAPromptIsUsesNothing() {
        assertThat(read("{\"input_tokens\":12}").usage()).isNull();
        assertThat(read("{\"object\":\"response.input_tokens\",\"input_tokens\":12}")
                        .usage())
                .isNull();
        assertThat(read("{\"inputTokens\":12}").usage()).isNull();
        assertThat(read("{\"totalTokens\":31,\"promptTokensDetails\":[]}").usage())
                .isNull();
    }

    @Test
    void anErrorIsOne() {
        UsageReading reading = read("{\"error\":{\"message\":\"no\",\"type\":\"invalid_request_error\","
                + "\"code\":\"model_not_found\"}}");

        assertThat(reading.usage()).isNull();
        assertThat(reading.failure()).isNotNull();
        assertThat(reading.failure().providerCode()).isEqualTo("model_not_found");
        assertThat(read("{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"x\"}}")
                        .failure()
                        .kind())
                .isEqualTo(ErrorKind.OVERLOADED);
        assertThat(read("{\"error\":{\"code\":429,\"status\":\"RESOURCE_EXHAUSTED\"}}")
                        .failure()
                        .kind())
                .isEqualTo(ErrorKind.RATE_LIMITED);
        assertThat(read("{\"error\":\"model 'x' not found\"}").failure()).isNotNull();
    }

    private static UsageReading read(String body) {
        return UsageReader.any().read(body);
    }

    private static Usage usage(String body) {
        UsageReading reading = read(body);
        assertThat(reading.problems()).isEmpty();
        return reading.usage();
    }
}

package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.core.JsonValue;
import com.anthropic.models.messages.CacheCreation;
import com.anthropic.models.messages.MessageDeltaUsage;
import com.anthropic.models.messages.ServerToolUsage;
import com.google.genai.types.GenerateContentResponseUsageMetadata;
import com.google.genai.types.MediaModality;
import com.google.genai.types.ModalityTokenCount;
import com.google.genai.types.TrafficType;
import com.openai.models.completions.CompletionUsage;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.google.genai.metadata.GoogleGenAiUsage;

/** What each provider's own object says, as Spring AI hands it over. */
class NativeUsageTests {

    @Test // CO-01, CO-04, CO-08
    void openAiCountsInside() {
        CompletionUsage counted = openAi(10_000, 500)
                .totalTokens(10_500)
                .promptTokensDetails(CompletionUsage.PromptTokensDetails.builder()
                        .cachedTokens(4_000)
                        .cacheWriteTokens(1_000)
                        .audioTokens(30)
                        .build())
                .completionTokensDetails(CompletionUsage.CompletionTokensDetails.builder()
                        .reasoningTokens(300)
                        .audioTokens(20)
                        .build())
                .build();

        assertThat(read(counted)).isEqualTo(new Usage(5_000, 4_000, 1_000, 0, 500, 300, 30, 20, false));
    }

    @Test
    void aServerWithATotalOfItsOwnCountsInItsOwnWay() {
        CompletionUsage reasoningBeside = openAi(10, 40)
                .totalTokens(110)
                .completionTokensDetails(CompletionUsage.CompletionTokensDetails.builder()
                        .reasoningTokens(60)
                        .build())
                .build();
        CompletionUsage thoughtsHidden = openAi(10, 20).totalTokens(130).build();

        assertThat(read(reasoningBeside)).isEqualTo(Usage.of(10, 100).withReasoning(60));
        assertThat(read(thoughtsHidden, "gemini-x")).isEqualTo(Usage.of(10, 120).withReasoning(100));
        assertThat(read(thoughtsHidden, "another \"model\"")).isEqualTo(Usage.of(10, 20));
    }

    @Test
    void fieldsThatTheClientDoesNotKnowAreRead() {
        CompletionUsage counted = openAi(563, 116)
                .totalTokens(679)
                .putAdditionalProperty("prompt_cache_hit_tokens", com.openai.core.JsonValue.from(512))
                .putAdditionalProperty(
                        "server_tool_use", com.openai.core.JsonValue.from(Map.of("web_search_requests", 2)))
                .build();

        assertThat(read(counted))
                .isEqualTo(Usage.of(51, 512, 0, 116).withDetails(new UsageDetails(0, 0, 0, 0, 0, 0, 2, null)));
    }

    @Test
    void aNegativeCountStaysOne() {
        Usage usage = read(openAi(-5, 10).totalTokens(9).build());

        assertThat(usage).isNotNull();
        assertThat(usage.isNegative()).isTrue();
    }

    @Test // CO-02, CO-03, CO-05
    void anthropicCountsBeside() {
        com.anthropic.models.messages.Usage counted = anthropic()
                .cacheCreation(CacheCreation.builder()
                        .ephemeral5mInputTokens(60)
                        .ephemeral1hInputTokens(400)
                        .build())
                .serverToolUse(ServerToolUsage.builder()
                        .webFetchRequests(0)
                        .webSearchRequests(3)
                        .build())
                .serviceTier(com.anthropic.models.messages.Usage.ServiceTier.PRIORITY)
                .build();

        assertThat(read(counted))
                .isEqualTo(new Usage(
                        6,
                        30_940,
                        60,
                        400,
                        102,
                        0,
                        0,
                        0,
                        false,
                        new UsageDetails(0, 0, 0, 0, 0, 0, 3, ServiceTier.PRIORITY)));
    }

    @Test
    void anthropicsStepsAreChargedAndAnotherModelsMakeThePriceAtLeast() {
        com.anthropic.models.messages.Usage counted = anthropic()
                .cacheCreation(Optional.empty())
                .serverToolUse(Optional.empty())
                .serviceTier(Optional.empty())
                .putAdditionalProperty(
                        "iterations",
                        JsonValue.from(List.of(
                                Map.of("type", "compaction", "input_tokens", 100, "output_tokens", 82),
                                Map.of(
                                        "type",
                                        "advisor_message",
                                        "model",
                                        "claude-y",
                                        "input_tokens",
                                        2529,
                                        "output_tokens",
                                        38))))
                .build();

        assertThat(read(counted)).isEqualTo(new Usage(106, 30_940, 460, 0, 184, 0, 0, 0, true));
    }

    @Test
    void anthropicsStreamSaysTheRestAtItsEnd() {
        MessageDeltaUsage counted = MessageDeltaUsage.builder()
                .inputTokens(7)
                .cacheReadInputTokens(50)
                .cacheCreationInputTokens(40)
                .outputTokens(59)
                .outputTokensDetails(Optional.empty())
                .serverToolUse(Optional.empty())
                .build();

        assertThat(read(counted)).isEqualTo(Usage.of(7, 50, 40, 59));
    }

    @Test // CO-07
    void googleCountsThoughtsAndToolsBeside() {
        GenerateContentResponseUsageMetadata counted = GenerateContentResponseUsageMetadata.builder()
                .promptTokenCount(110)
                .candidatesTokenCount(20)
                .thoughtsTokenCount(100)
                .toolUsePromptTokenCount(50)
                .cachedContentTokenCount(60)
                .totalTokenCount(280)
                .promptTokensDetails(
                        modality(MediaModality.Known.AUDIO, 60), modality(MediaModality.Known.DOCUMENT, 30))
                .cacheTokensDetails(modality(MediaModality.Known.AUDIO, 40), modality(MediaModality.Known.IMAGE, 20))
                .candidatesTokensDetails(modality(MediaModality.Known.AUDIO, 5), modality(MediaModality.Known.TEXT, 15))
                .toolUsePromptTokensDetails(modality(MediaModality.Known.VIDEO, 10))
                .trafficType(new TrafficType("ON_DEMAND_PRIORITY"))
                .build();

        Usage usage = UsageReaders.read(GoogleGenAiUsage.from(counted), "gemini-x");

        assertThat(usage)
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
                        new UsageDetails(40, 10, 20, 0, 10, 50, 0, ServiceTier.PRIORITY)));
    }

    @Test
    void googleLeavesOutWhatItHasNotCounted() {
        GenerateContentResponseUsageMetadata blocked = GenerateContentResponseUsageMetadata.builder()
                .promptTokenCount(9)
                .totalTokenCount(9)
                .build();
        GenerateContentResponseUsageMetadata inside = GenerateContentResponseUsageMetadata.builder()
                .promptTokenCount(10)
                .candidatesTokenCount(120)
                .thoughtsTokenCount(100)
                .totalTokenCount(130)
                .build();

        assertThat(UsageReaders.read(GoogleGenAiUsage.from(blocked), null)).isEqualTo(Usage.of(9, 0));
        assertThat(UsageReaders.read(GoogleGenAiUsage.from(inside), null))
                .isEqualTo(Usage.of(10, 120).withReasoning(100));
    }

    @Test
    void bedrockCountsBeside() {
        Object counted = new software.amazon.awssdk.services.bedrockruntime.model.TokenUsage();

        assertThat(UsageReaders.read(new DefaultUsage(22, 13, 2527, counted, 1_000L, 1_492L), null))
                .isEqualTo(Usage.of(22, 1_000, 1_492, 13));
    }

    @Test
    void clientsOfSpringAiCountInRecords() {
        Object counted = new org.springframework.ai.deepseek.DeepSeekCounts(
                116, 563, 679, new org.springframework.ai.deepseek.DeepSeekCounts.Details(512));

        assertThat(UsageReaders.read(new DefaultUsage(563, 116, 679, counted), null))
                .isEqualTo(Usage.of(51, 512, 0, 116));
    }

    private static CompletionUsage.Builder openAi(long prompt, long output) {
        return CompletionUsage.builder().promptTokens(prompt).completionTokens(output);
    }

    private static com.anthropic.models.messages.Usage.Builder anthropic() {
        return com.anthropic.models.messages.Usage.builder()
                .inputTokens(6)
                .cacheReadInputTokens(30_940)
                .cacheCreationInputTokens(460)
                .outputTokens(102)
                .inferenceGeo(Optional.empty())
                .outputTokensDetails(Optional.empty());
    }

    private static ModalityTokenCount modality(MediaModality.Known modality, int tokens) {
        return ModalityTokenCount.builder()
                .modality(modality)
                .tokenCount(tokens)
                .build();
    }

    private static @Nullable Usage read(Object counted) {
        return read(counted, null);
    }

    private static @Nullable Usage read(Object counted, @Nullable String model) {
        return UsageReaders.read(new DefaultUsage(0, 0, 0, counted), model);
    }
}

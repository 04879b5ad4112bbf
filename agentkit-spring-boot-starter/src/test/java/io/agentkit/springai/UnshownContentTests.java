package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.anthropic.AnthropicCitationDocument;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions;

class UnshownContentTests {

    private record Thought(String thinking, String signature) {}

    @Test
    void isNoLessThanTheThoughtsThatGoBack() {
        String thinking = "é".repeat(1_000);

        assertThat(bytes(Map.of("reasoningContent", thinking))).isGreaterThanOrEqualTo(2_000);
        assertThat(bytes(Map.of("anthropicThinkingContents", List.of(new Thought(thinking, "x".repeat(500))))))
                .isGreaterThanOrEqualTo(2_500);
        assertThat(bytes(Map.of("thoughtSignatures", List.of(new byte[300])))).isGreaterThanOrEqualTo(400);
        assertThat(bytes(Map.of("index", 1, "more", Map.of()))).isLessThan(50);
    }

    private static long bytes(Map<String, Object> metadata) {
        AssistantMessage answer =
                AssistantMessage.builder().content("").properties(metadata).build();
        return new PromptView(new Prompt(List.of(new UserMessage("hi"), answer)), new FakeModel()).unshownBytes();
    }

    @Test
    void isSeenWhereOptionsNameIt() {
        AnthropicCitationDocument document =
                AnthropicCitationDocument.builder().plainText("long").build();

        assertThat(UnshownContent.isIn(AnthropicChatOptions.builder()
                        .citationDocuments(document)
                        .build()))
                .isTrue();
        assertThat(UnshownContent.isIn(
                        GoogleGenAiChatOptions.builder().cachedContentName("c").build()))
                .isTrue();
    }

    @Test
    void isInNoOrdinaryOptions() {
        assertThat(UnshownContent.isIn(AnthropicChatOptions.builder().build())).isFalse();
        assertThat(UnshownContent.isIn(GoogleGenAiChatOptions.builder().build()))
                .isFalse();
        assertThat(UnshownContent.isIn(ChatOptions.builder().build())).isFalse();
    }
}

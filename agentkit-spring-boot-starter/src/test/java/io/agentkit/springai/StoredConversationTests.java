package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.OpenAiChatOptions;

class StoredConversationTests {

    @ParameterizedTest
    @ValueSource(strings = {"conversation", "previous_response_id", "background"})
    void seesWhatTheProviderKeepsOrGoesOnWith(String key) {
        OpenAiChatOptions options =
                OpenAiChatOptions.builder().extraBody(Map.of(key, "id-1")).build();

        assertThat(StoredConversation.isIn(options)).isTrue();
        assertThat(new PromptView(new Prompt("hi", options), new FakeModel()).hasStoredConversation())
                .isTrue();
    }

    @Test
    void seesNoneInOrdinaryOptions() {
        assertThat(StoredConversation.isIn(OpenAiChatOptions.builder().build())).isFalse();
        assertThat(StoredConversation.isIn(OpenAiChatOptions.builder()
                        .extraBody(Map.of("background", false))
                        .build()))
                .isFalse();
        assertThat(StoredConversation.isIn(ChatOptions.builder().build())).isFalse();
    }
}

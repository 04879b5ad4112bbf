package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.anthropic.AnthropicWebSearchTool;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;

class HostedToolsTests {

    @Test
    void seesTheSearchesOfProviders() {
        assertThat(HostedTools.areIn(AnthropicChatOptions.builder()
                        .webSearchTool(AnthropicWebSearchTool.builder().build())
                        .build()))
                .isTrue();
        assertThat(HostedTools.areIn(GoogleGenAiChatOptions.builder()
                        .googleSearchRetrieval(true)
                        .build()))
                .isTrue();
        assertThat(HostedTools.areIn(OpenAiChatOptions.builder()
                        .extraBody(Map.of("web_search_options", Map.of()))
                        .build()))
                .isTrue();
    }

    @Test
    void seesNoneInOrdinaryOptions() {
        assertThat(HostedTools.areIn(AnthropicChatOptions.builder().build())).isFalse();
        assertThat(HostedTools.areIn(GoogleGenAiChatOptions.builder().build())).isFalse();
        assertThat(HostedTools.areIn(OpenAiChatOptions.builder().build())).isFalse();
        assertThat(HostedTools.areIn(ChatOptions.builder().build())).isFalse();
    }
}

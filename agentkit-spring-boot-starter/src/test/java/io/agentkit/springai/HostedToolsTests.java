package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.anthropic.AnthropicWebSearchTool;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;

class HostedToolsTests {

    private static final Map<String, Object> FUNCTION = Map.of("type", "function", "function", Map.of("name", "add"));

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
    void seesToolsThatAreAddedToTheBodyByHand() {
        assertThat(HostedTools.areIn(added(List.of(Map.of("type", "web_search")))))
                .isTrue();
        assertThat(HostedTools.areIn(added(List.of(FUNCTION, Map.of("type", "mcp", "server_url", "https://x")))))
                .isTrue();
        assertThat(HostedTools.areIn(added(List.of("something")))).isTrue();
        assertThat(HostedTools.areIn(added("something"))).isTrue();
        assertThat(HostedTools.areIn(added(List.of(FUNCTION)))).isFalse();
        assertThat(HostedTools.areIn(added(List.of()))).isFalse();
    }

    private static ChatOptions added(Object tools) {
        return OpenAiChatOptions.builder().extraBody(Map.of("tools", tools)).build();
    }

    @Test
    void seesNoneInOrdinaryOptions() {
        assertThat(HostedTools.areIn(AnthropicChatOptions.builder().build())).isFalse();
        assertThat(HostedTools.areIn(GoogleGenAiChatOptions.builder().build())).isFalse();
        assertThat(HostedTools.areIn(OpenAiChatOptions.builder().build())).isFalse();
        assertThat(HostedTools.areIn(ChatOptions.builder().build())).isFalse();
    }
}

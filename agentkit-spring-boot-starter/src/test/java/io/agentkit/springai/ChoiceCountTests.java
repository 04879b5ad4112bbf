package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ChatRequest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;

class ChoiceCountTests {

    @Test
    void isWhatTheOptionsAskFor() {
        assertThat(ChoiceCount.of(OpenAiChatOptions.builder().n(3).build())).isEqualTo(3);
        assertThat(ChoiceCount.of(
                        OpenAiChatOptions.builder().extraBody(Map.of("n", 4)).build()))
                .isEqualTo(4);
        assertThat(ChoiceCount.of(
                        GoogleGenAiChatOptions.builder().candidateCount(2).build()))
                .isEqualTo(2);
    }

    @Test
    void isOneWhereNobodySays() {
        assertThat(ChoiceCount.of(OpenAiChatOptions.builder().build())).isEqualTo(1);
        assertThat(ChoiceCount.of(GoogleGenAiChatOptions.builder().build())).isEqualTo(1);
        assertThat(ChoiceCount.of(ChatOptions.builder().build())).isEqualTo(1);
    }

    @Test
    void staysKnownWhenARequestIsEdited() {
        Prompt prompt = new Prompt("hi", OpenAiChatOptions.builder().n(3).build());
        ChatRequest request = new PromptView(prompt, new FakeModel());

        assertThat(request.withOptions(request.options().withMaxOutputTokens(5)).choiceCount())
                .isEqualTo(3);
    }
}

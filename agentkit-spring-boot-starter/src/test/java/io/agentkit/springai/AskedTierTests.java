package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.openai.models.completions.CompletionUsage;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions;
import org.springframework.ai.google.genai.common.GoogleGenAiServiceTier;
import org.springframework.ai.openai.OpenAiChatOptions;
import reactor.core.publisher.Flux;

class AskedTierTests {

    private final List<@Nullable Usage> used = new ArrayList<>();

    @Test // CO-09
    void theTierAskedForStandsInForOneThatIsNotSaid() {
        ChatResponse response = response();
        FakeModel model = new FakeModel().answer(response);
        Governed governed = governed(model);

        ChatResponse flex = governed.model.call(prompt(
                OpenAiChatOptions.builder().model("m").serviceTier("flex").build()));
        governed.model.call(prompt(
                OpenAiChatOptions.builder().model("m").serviceTier("auto").build()));
        governed.model.call(prompt(GoogleGenAiChatOptions.builder()
                .model("m")
                .serviceTier(GoogleGenAiServiceTier.PRIORITY)
                .build()));
        governed.model.call(prompt(ChatOptions.builder().model("m").build()));

        assertThat(flex).isSameAs(response);
        assertThat(used).extracting(Usage::tier).containsExactly(ServiceTier.FLEX, null, ServiceTier.PRIORITY, null);
    }

    @Test // CO-09
    void soItDoesInStreams() {
        Governed governed = governed(new FakeModel().answer(Flux.just(response())));

        governed.model.stream(prompt(OpenAiChatOptions.builder()
                        .model("m")
                        .serviceTier("flex")
                        .build()))
                .blockLast();

        assertThat(used).extracting(Usage::tier).containsExactly(ServiceTier.FLEX);
    }

    private Governed governed(FakeModel model) {
        return Governed.of(model, (call, next) -> {
            var reply = next.call(call);
            used.add(reply.usage());
            return reply;
        });
    }

    private static Prompt prompt(ChatOptions options) {
        return new Prompt("hello", options);
    }

    private static ChatResponse response() {
        CompletionUsage counted = CompletionUsage.builder()
                .promptTokens(9)
                .completionTokens(5)
                .totalTokens(14)
                .build();
        return new ChatResponse(
                List.of(new Generation(new AssistantMessage("hi"))),
                ChatResponseMetadata.builder()
                        .model("m")
                        .usage(new DefaultUsage(9, 5, 14, counted))
                        .build());
    }
}

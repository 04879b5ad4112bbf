package io.agentkit.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.anthropic.errors.AnthropicIoException;
import com.anthropic.errors.AnthropicServiceException;
import com.openai.errors.OpenAIIoException;
import com.openai.errors.OpenAIServiceException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.ai.anthropic.AnthropicChatModel;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** Proves the server with the clients that applications use: Spring AI over the providers' own SDKs. */
class ProviderServerTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Prompt PROMPT = new Prompt("How is the weather?");

    private final ProviderServer server = ProviderServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Nested
    class OpenAi {

        private final ChatModel model = openAi(0);

        @Test
        void answersACall() {
            server.enqueue(Reply.text("Grüße 🌞")
                    .usage(u -> u.uncached(20).cacheRead(80).output(25).reasoning(5)));

            ChatResponse response = model.call(PROMPT);

            Usage usage = response.getMetadata().getUsage();
            assertThat(texts(response)).containsExactly("Grüße 🌞");
            assertThat(usage.getPromptTokens()).isEqualTo(100);
            assertThat(usage.getCompletionTokens()).isEqualTo(25);
            assertThat(usage.getCacheReadInputTokens()).isEqualTo(80);
            assertThat(response.getMetadata().getModel()).isEqualTo("gpt-test");
            assertThat(server.awaitRequest(1).path()).isEqualTo("/v1/chat/completions");
            assertThat(server.awaitRequest(1).json().at("/messages/0/content").text())
                    .isEqualTo("How is the weather?");
        }

        @Test
        void streamsWithUsageOnAChunkOfItsOwn() {
            server.enqueue(Reply.chunks("He", "llo")
                    .usage(u -> u.uncached(20).cacheRead(80).output(7)));

            List<ChatResponse> responses = collect(model.stream(PROMPT));

            ChatResponse last = responses.get(responses.size() - 1);
            assertThat(texts(responses)).containsExactly("He", "llo");
            assertThat(last.getResults()).isEmpty();
            assertThat(last.getMetadata().getUsage().getTotalTokens()).isEqualTo(107);
            assertThat(server.awaitRequest(1).ending())
                    .succeedsWithin(PATIENCE)
                    .isEqualTo(new Ending(Ending.Kind.ANSWERED, 2, 6));
        }

        @Test
        void asksForToolsInACallAndInAStream() {
            Reply reply = Reply.toolCall("call_1", "weather", "{\"city\":\"Köln\"}")
                    .andToolCall("call_2", "weather", "{\"city\":\"Rom\"}");
            server.enqueue(reply, reply);

            ChatResponse called = model.call(PROMPT);
            List<ChatResponse> streamed = collect(model.stream(PROMPT));

            assertThat(arguments(List.of(called))).containsExactly("{\"city\":\"Köln\"}", "{\"city\":\"Rom\"}");
            assertThat(arguments(streamed)).containsExactly("{\"city\":\"Köln\"}", "{\"city\":\"Rom\"}");
        }

        @Test
        void refusesWithStatusHeadersAndCode() {
            server.enqueue(Reply.error(ProviderError.RATE_LIMITED).header("retry-after", "1"));

            assertThatExceptionOfType(OpenAIServiceException.class)
                    .isThrownBy(() -> model.call(PROMPT))
                    .satisfies(ex -> {
                        assertThat(ex.statusCode()).isEqualTo(429);
                        assertThat(ex.code()).hasValue("rate_limit_exceeded");
                        assertThat(ex.headers().values("retry-after")).containsExactly("1");
                    });
        }

        @Test
        void refusesAStream() {
            server.enqueue(Reply.error(ProviderError.QUOTA_EXHAUSTED));

            StepVerifier.create(model.stream(PROMPT))
                    .expectErrorSatisfies(ex -> assertThat(ex)
                            .isInstanceOf(CompletionException.class)
                            .hasMessageContaining("429"))
                    .verify(PATIENCE);
        }

        @Test
        void answersTheRepetitionOfTheClientItself() {
            server.enqueue(Reply.error(ProviderError.SERVER_ERROR).header("retry-after-ms", "1"), Reply.text("late"));

            assertThat(texts(openAi(1).call(PROMPT))).containsExactly("late");
            assertThat(server.requestCount()).isEqualTo(2);
        }

        @Test
        void failsInTheMiddleOfAStream() {
            server.enqueue(Reply.chunks("He", "llo").errorAfter(1, ProviderError.SERVER_ERROR));

            StepVerifier.create(model.stream(PROMPT).flatMapIterable(ProviderServerTests::texts))
                    .expectNext("He")
                    .expectErrorSatisfies(ex -> assertThat(ex).hasMessageContaining("The server had an error."))
                    .verify(PATIENCE);
        }

        @Test
        void cutsAStream() {
            server.enqueue(Reply.chunks("He", "llo").cutAfter(1));

            StepVerifier.create(model.stream(PROMPT).flatMapIterable(ProviderServerTests::texts))
                    .expectNext("He")
                    .expectError(OpenAIIoException.class)
                    .verify(PATIENCE);
            assertThat(server.awaitRequest(1).ending())
                    .succeedsWithin(PATIENCE)
                    .isEqualTo(new Ending(Ending.Kind.CUT, 1, 2));
        }

        @Test
        void dropsARequest() {
            server.enqueue(Reply.dropped());

            assertThatThrownBy(() -> model.call(PROMPT)).isInstanceOf(OpenAIIoException.class);
        }

        @Test
        void seesThatAStreamIsCancelled() {
            server.enqueue(Reply.chunks("He", "llo").stallAfter(1, Gate.closed()));

            String first = model.stream(PROMPT)
                    .flatMapIterable(ProviderServerTests::texts)
                    .blockFirst(PATIENCE);

            assertThat(first).isEqualTo("He");
            assertThat(server.awaitClientGone()).isEqualTo(new Ending(Ending.Kind.CLIENT_GONE, 1, 2));
        }
    }

    @Nested
    class Anthropic {

        private final ChatModel model = anthropic(0);

        @Test
        void answersACall() {
            server.enqueue(Reply.text("Grüße 🌞")
                    .usage(u -> u.uncached(40).cacheRead(60).cacheWrite(10).output(25)));

            ChatResponse response = model.call(PROMPT);

            Usage usage = response.getMetadata().getUsage();
            assertThat(texts(response)).containsExactly("Grüße 🌞");
            assertThat(usage.getPromptTokens()).isEqualTo(40);
            assertThat(usage.getCacheReadInputTokens()).isEqualTo(60);
            assertThat(usage.getCacheWriteInputTokens()).isEqualTo(10);
            assertThat(response.getMetadata().getModel()).isEqualTo("claude-test");
            assertThat(server.awaitRequest(1).path()).isEqualTo("/v1/messages");
        }

        @Test
        void thinksInACallAndInAStream() {
            Reply reply = Reply.text("Yes").thinking("Hm");
            server.enqueue(reply, reply);

            assertThat(texts(model.call(PROMPT))).containsExactly("Hm", "Yes");
            assertThat(texts(collect(model.stream(PROMPT)))).containsExactly("Yes");
        }

        @Test
        void streamsWithUsageOnTheLastChunk() {
            server.enqueue(Reply.chunks("He", "llo")
                    .usage(u -> u.uncached(40).cacheRead(60).cacheWrite(10).output(25)));

            List<ChatResponse> responses = collect(model.stream(PROMPT));

            Usage usage = responses.get(responses.size() - 1).getMetadata().getUsage();
            assertThat(texts(responses)).containsExactly("He", "llo");
            assertThat(usage.getPromptTokens()).isEqualTo(40);
            assertThat(usage.getCompletionTokens()).isEqualTo(25);
            assertThat(usage.getCacheReadInputTokens()).isEqualTo(60);
        }

        @Test
        void asksForToolsInACallAndInAStream() {
            Reply reply = Reply.text("Let me see.")
                    .andToolCall("toolu_1", "weather", "{\"city\":\"Köln\"}")
                    .andToolCall("toolu_2", "weather", "{\"city\":\"Rom\"}");
            server.enqueue(reply, reply);

            ChatResponse called = model.call(PROMPT);
            List<ChatResponse> streamed = collect(model.stream(PROMPT));

            assertThat(arguments(List.of(called))).containsExactly("{\"city\":\"Köln\"}", "{\"city\":\"Rom\"}");
            assertThat(arguments(streamed)).containsExactly("{\"city\":\"Köln\"}", "{\"city\":\"Rom\"}");
        }

        @Test
        void refusesWithStatusHeadersAndType() {
            server.enqueue(Reply.error(ProviderError.OVERLOADED).header("retry-after", "1"));

            assertThatExceptionOfType(AnthropicServiceException.class)
                    .isThrownBy(() -> model.call(PROMPT))
                    .satisfies(ex -> {
                        assertThat(ex.statusCode()).isEqualTo(529);
                        assertThat(ex.body().toString()).contains("overloaded_error");
                        assertThat(ex.headers().values("retry-after")).containsExactly("1");
                    });
        }

        @Test
        void refusesAStream() {
            server.enqueue(Reply.error(ProviderError.RATE_LIMITED));

            StepVerifier.create(model.stream(PROMPT))
                    .expectError(com.anthropic.errors.RateLimitException.class)
                    .verify(PATIENCE);
        }

        @Test
        void failsInTheMiddleOfAStream() {
            server.enqueue(Reply.chunks("He", "llo").errorAfter(1, ProviderError.OVERLOADED));

            StepVerifier.create(model.stream(PROMPT).flatMapIterable(ProviderServerTests::texts))
                    .expectNext("He")
                    .expectErrorSatisfies(ex -> assertThat(ex).hasMessageContaining("overloaded_error"))
                    .verify(PATIENCE);
        }

        @Test
        void cutsAStream() {
            server.enqueue(Reply.chunks("He", "llo").cutAfter(1));

            StepVerifier.create(model.stream(PROMPT).flatMapIterable(ProviderServerTests::texts))
                    .expectNext("He")
                    .expectError(AnthropicIoException.class)
                    .verify(PATIENCE);
        }

        @Test
        void seesThatAStreamIsCancelled() {
            server.enqueue(Reply.chunks("He", "llo").stallAfter(1, Gate.closed()));

            String first = model.stream(PROMPT)
                    .flatMapIterable(ProviderServerTests::texts)
                    .blockFirst(PATIENCE);

            assertThat(first).isEqualTo("He");
            assertThat(server.awaitClientGone()).isEqualTo(new Ending(Ending.Kind.CLIENT_GONE, 1, 4));
        }
    }

    private ChatModel openAi(int retries) {
        return OpenAiChatModel.builder()
                .options(OpenAiChatOptions.builder()
                        .baseUrl(server.openAiBaseUrl())
                        .apiKey("test")
                        .model("gpt-test")
                        .maxRetries(retries)
                        .build())
                .build();
    }

    private ChatModel anthropic(int retries) {
        return AnthropicChatModel.builder()
                .options(AnthropicChatOptions.builder()
                        .baseUrl(server.anthropicBaseUrl())
                        .apiKey("test")
                        .model("claude-test")
                        .maxTokens(100)
                        .maxRetries(retries)
                        .build())
                .build();
    }

    private static List<ChatResponse> collect(Flux<ChatResponse> stream) {
        return Objects.requireNonNull(stream.collectList().block(PATIENCE));
    }

    private static List<String> texts(ChatResponse response) {
        return response.getResults().stream()
                .map(generation -> textOf(generation))
                .filter(text -> text != null && !text.isEmpty())
                .toList();
    }

    private static List<String> texts(List<ChatResponse> responses) {
        return responses.stream().flatMap(response -> texts(response).stream()).toList();
    }

    private static @Nullable String textOf(Generation generation) {
        return generation.getOutput().getText();
    }

    private static List<String> arguments(List<ChatResponse> responses) {
        return responses.stream()
                .flatMap(response -> response.getResults().stream())
                .flatMap(generation -> generation.getOutput().getToolCalls().stream())
                .map(ToolCall::arguments)
                .toList();
    }
}

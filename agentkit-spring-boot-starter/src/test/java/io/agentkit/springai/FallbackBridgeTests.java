package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.money.Money;
import io.agentkit.resilience.AllModelsFailedException;
import io.agentkit.springai.HttpApplication.Side;
import io.agentkit.testserver.ProviderError;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.RecordedRequest;
import io.agentkit.testserver.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.anthropic.AnthropicCacheOptions;
import org.springframework.ai.anthropic.AnthropicCacheStrategy;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.anthropic.AnthropicCitationDocument;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.context.ConfigurableApplicationContext;

/** OpenAI with Anthropic behind it and the other way round, with their real clients. */
class FallbackBridgeTests {

    @RegisterExtension
    static final HttpFixture http = new HttpFixture(
            "--spring.ai.openai.max-retries=0",
            "--spring.ai.anthropic.max-retries=0",
            "--agentkit.chat.chain=chatRecorder,fallback,probing",
            "--agentkit.chat.fallback.models=openAiChatModel,anthropicChatModel",
            "--agentkit.chat.fallback.breaker.enabled=false",
            "--agentkit.chains.reversed.chat.chain=chatRecorder,fallback,probing",
            "--agentkit.chains.reversed.chat.fallback.models=claude-test,openAiChatModel:gpt-test",
            "--agentkit.chains.reversed.chat.fallback.breaker.enabled=false",
            "--agentkit.chains.reversed.tool.chain=toolRecorder",
            "--agentkit.assign.models.anthropicChatModel=reversed",
            "--agentkit.pricing.models[anthropic/claude-test].input=1000000",
            "--agentkit.pricing.models[anthropic/claude-test].output=0",
            "--agentkit.pricing.models[openai/gpt-test].input=2000000",
            "--agentkit.pricing.models[openai/gpt-test].output=0");

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Prompt PROMPT = new Prompt("hi");
    private final ProviderServer server = http.server();
    private final ConfigurableApplicationContext context = http.context();

    private static Side other(Side side) {
        return side == Side.OPENAI ? Side.ANTHROPIC : Side.OPENAI;
    }

    private static Side askedOf(RecordedRequest request) {
        return request.path().contains("chat/completions") ? Side.OPENAI : Side.ANTHROPIC;
    }

    private List<Side> asked() {
        return server.requests().stream().map(FallbackBridgeTests::askedOf).toList();
    }

    private static String model(Side side) {
        return side == Side.OPENAI ? "gpt-test" : "claude-test";
    }

    private void failing(Side side, Reply answer) {
        server.respondWith(request -> askedOf(request) == side ? Reply.error(ProviderError.OVERLOADED) : answer);
    }

    @ParameterizedTest
    @EnumSource
    void asksTheOtherProviderWhenOneFails(Side side) {
        failing(side, Reply.text("hello").model(model(other(side))).usage(tokens -> tokens.uncached(3)));

        ChatResponse response = side.model(context).call(PROMPT);

        assertThat(response.getResult().getOutput().getText()).isEqualTo("hello");
        assertThat(response.getMetadata().getModel()).isEqualTo(model(other(side)));
        assertThat(asked()).containsExactly(side, other(side));
        assertThat(server.requests().get(1).body()).contains('"' + model(other(side)) + '"');
        assertThat(http.recorded().runs.get(0).spend().usd())
                .as("by the price of the provider that served")
                .isEqualTo(Money.usd(side == Side.OPENAI ? "3" : "6"));
    }

    @ParameterizedTest // FB-04
    @EnumSource
    void asksTheOtherProviderWhenAStreamFailsBeforeItShowedAnything(Side side) {
        server.respondWith(request -> askedOf(request) == side
                ? Reply.text("x").errorAfter(0, ProviderError.OVERLOADED)
                : Reply.chunks("hel", "lo"));

        List<ChatResponse> chunks =
                side.model(context).stream(PROMPT).collectList().block(LIMIT);

        assertThat(ChatModelStreamTests.text(chunks)).isEqualTo("hello");
        assertThat(asked()).containsExactly(side, other(side));
    }

    @ParameterizedTest // FB-01, FB-02
    @EnumSource
    void asksNobodyElseOnceAPartWasShown(Side side) {
        server.respondWith(request -> Reply.chunks("hel", "lo").errorAfter(1, ProviderError.OVERLOADED));
        StringBuilder shown = new StringBuilder();

        assertThatThrownBy(() -> side.model(context).stream(PROMPT)
                        .doOnNext(chunk -> shown.append(ChatModelStreamTests.text(List.of(chunk))))
                        .blockLast(LIMIT))
                .isInstanceOf(RuntimeException.class);

        assertThat(shown).hasToString("hel");
        assertThat(asked()).containsExactly(side);
    }

    @ParameterizedTest
    @EnumSource
    void tellsOfBothWhenBothFail(Side side) {
        server.respondWith(request -> Reply.error(ProviderError.OVERLOADED));

        assertThatThrownBy(() -> side.model(context).call(PROMPT))
                .isInstanceOf(AllModelsFailedException.class)
                .hasMessageContaining("2 models failed")
                .hasCauseInstanceOf(RuntimeException.class);
        assertThat(asked()).containsExactly(side, other(side));
    }

    @ParameterizedTest
    @EnumSource
    void doesNotSendAnInvalidRequestAgain(Side side) {
        server.respondWith(request -> Reply.error(ProviderError.BAD_REQUEST));

        assertThatThrownBy(() -> side.model(context).call(PROMPT)).isNotInstanceOf(AllModelsFailedException.class);
        assertThat(asked()).containsExactly(side);
    }

    @ParameterizedTest // FB-11
    @EnumSource
    void asksTheOtherProviderWhenTheKeyOfOneIsBad(Side side) {
        server.respondWith(
                request -> askedOf(request) == side ? Reply.error(ProviderError.UNAUTHORIZED) : Reply.text("hello"));

        assertThat(side.model(context).call(PROMPT).getResult().getOutput().getText())
                .isEqualTo("hello");
    }

    /** Tools that are never beans. */
    static class Tools {

        @Tool(description = "adds")
        int add(int a, int b) {
            return a + b;
        }
    }

    @ParameterizedTest
    @EnumSource
    void theModelThatAskedForToolsGetsTheirResults(Side side) {
        server.respondWith(request -> {
            if (askedOf(request) == side) {
                return Reply.error(ProviderError.OVERLOADED);
            }
            return request.body().contains("call-1")
                    ? Reply.text("three")
                    : Reply.toolCall("call-1", "add", "{\"a\":1,\"b\":2}");
        });

        assertThat(side.client(context).prompt("1+2?").tools(new Tools()).call().content())
                .isEqualTo("three");
        assertThat(side.client(context).prompt("1+2?").tools(new Tools()).stream()
                        .content()
                        .collectList()
                        .block(LIMIT))
                .containsExactly("three");

        assertThat(asked()).containsExactly(side, other(side), other(side), side, other(side), other(side));
        assertThat(server.requests().get(1).body()).contains("\"add\"");
        assertThat(http.recorded().tools).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void aConversationWithToolsGoesOnAtTheOtherProvider(Side side) {
        server.respondWith(request -> {
            if (askedOf(request) != side) {
                return Reply.text("three");
            }
            return request.body().contains("tool_result") || request.body().contains("\"role\":\"tool\"")
                    ? Reply.error(ProviderError.OVERLOADED)
                    : Reply.toolCall("functions.add:0", "add", "{\"a\":1,\"b\":2}")
                            .thinking("let me add");
        });

        String answer =
                side.client(context).prompt("1+2?").tools(new Tools()).call().content();

        assertThat(answer).isEqualTo("three");
        String body = server.requests().get(server.requestCount() - 1).body();
        assertThat(body)
                .contains("\"call_")
                .doesNotContain("functions.add:0")
                .doesNotContain("let me add")
                .doesNotContain("signature");
    }

    @Test
    void whatOnlyOpenAiKnowsStaysThere() {
        failing(Side.OPENAI, Reply.text("hello"));

        Side.OPENAI
                .model(context)
                .call(new Prompt(
                        List.of(new UserMessage("hi")),
                        OpenAiChatOptions.builder()
                                .model("gpt-other")
                                .temperature(1.5)
                                .topP(0.5)
                                .user("user-1")
                                .seed(77)
                                .reasoningEffort("low")
                                .frequencyPenalty(0.3)
                                .maxCompletionTokens(99)
                                .stop(List.of("END"))
                                .build()));

        assertThat(server.requests().get(0).body()).contains("user-1").contains("gpt-other");
        assertThat(server.requests().get(1).body())
                .contains("\"max_tokens\":99")
                .contains("\"temperature\":1")
                .contains("END")
                .contains("claude-test")
                .doesNotContain("1.5")
                .doesNotContain("top_p")
                .doesNotContain("user-1")
                .doesNotContain("77")
                .doesNotContain("effort")
                .doesNotContain("penalty");
    }

    @Test
    void aConversationThatOpenAiKeepsStaysThere() {
        failing(Side.OPENAI, Reply.text("hello"));
        OpenAiChatOptions goesOn = OpenAiChatOptions.builder()
                .model("gpt-test")
                .extraBody(Map.of("previous_response_id", "resp_1"))
                .build();

        assertThatThrownBy(() -> Side.OPENAI.model(context).call(new Prompt("and?", goesOn)))
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("No other model of the fallback was asked: 'anthropicChatModel' cannot read"
                                + " what only the other provider keeps"));
        assertThat(asked()).containsExactly(Side.OPENAI);
    }

    @Test
    void documentsThatOnlyAnthropicReadsStayThere() {
        failing(Side.ANTHROPIC, Reply.text("hello"));
        ChatOptions documents = AnthropicChatOptions.builder()
                .model("claude-test")
                .maxTokens(99)
                .citationDocuments(
                        AnthropicCitationDocument.builder().plainText("long").build())
                .build();

        assertThatThrownBy(() -> Side.ANTHROPIC.model(context).call(new Prompt("what does it say?", documents)))
                .isNotInstanceOf(AllModelsFailedException.class);
        assertThat(asked()).containsExactly(Side.ANTHROPIC);
    }

    @Test // FB-09
    void whatOnlyAnthropicKnowsStaysThere() {
        failing(Side.ANTHROPIC, Reply.text("hello"));
        AssistantMessage thought = AssistantMessage.builder()
                .content("")
                .properties(Map.of("signature", "c2lnbmVk", "thinking", "secret thoughts"))
                .build();

        Side.ANTHROPIC
                .model(context)
                .call(new Prompt(
                        List.of(new UserMessage("hi"), thought, new AssistantMessage("hello"), new UserMessage("and?")),
                        (ChatOptions) AnthropicChatOptions.builder()
                                .model("claude-test")
                                .temperature(0.5)
                                .topK(7)
                                .maxTokens(99)
                                .inferenceGeo("eu")
                                .cacheOptions(AnthropicCacheOptions.builder()
                                        .strategy(AnthropicCacheStrategy.SYSTEM_AND_TOOLS)
                                        .build())
                                .build()));

        assertThat(server.requests().get(0).body()).contains("top_k");
        assertThat(server.requests().get(1).body())
                .contains("\"max_completion_tokens\":99")
                .contains("0.5")
                .contains("gpt-test")
                .doesNotContain("claude")
                .doesNotContain("top_k")
                .doesNotContain("cache_control")
                .doesNotContain("inference")
                .doesNotContain("c2lnbmVk")
                .doesNotContain("secret thoughts");
    }
}

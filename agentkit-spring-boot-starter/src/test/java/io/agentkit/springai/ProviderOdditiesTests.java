package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ToolCall;
import io.agentkit.springai.HttpApplication.Side;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.Reply;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.context.ConfigurableApplicationContext;

/** What the two providers do differently, read from their wire. */
class ProviderOdditiesTests {

    @RegisterExtension
    static final HttpFixture http = new HttpFixture();

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Prompt PROMPT = new Prompt("hi");
    private final ProviderServer server = http.server();
    private final ConfigurableApplicationContext context = http.context();

    /** The reply to a call, and to a stream. */
    private List<ChatReply> both(Side side, Reply reply) {
        server.enqueue(reply, reply);
        side.model(context).call(PROMPT);
        ChatReply called = http.probe().last();
        side.model(context).stream(PROMPT).blockLast(LIMIT);
        return List.of(called, http.probe().last());
    }

    @ParameterizedTest
    @EnumSource
    void textAndToolCallsAreFoundBehindThinking(Side side) {
        Reply reply =
                Reply.chunks("I'll ", "look.").thinking("Hm, ", "weather").andToolCall("call-1", "add", "{\"a\":1}");

        for (ChatReply read : both(side, reply)) {
            assertThat(read.text()).isEqualTo("I'll look.");
            assertThat(read.toolCalls()).containsExactly(new ToolCall("call-1", "add", "{\"a\":1}"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theModelThatServedIsNamedThoughChunksLeaveItEmpty(Side side) {
        for (ChatReply read : both(side, Reply.chunks("hel", "lo").model("served-1"))) {
            assertThat(read.model()).isEqualTo("served-1");
        }
    }

    @Test
    void aCountThatIsMissingIsEstimated() {
        for (ChatReply read : both(Side.OPENAI, Reply.chunks("hel", "lo").noUsage())) {
            assertThat(read.usage()).isNotNull();
            assertThat(read.usage().estimated()).isTrue();
            assertThat(read.usage().output()).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource
    void optionsOfTheProviderSurviveAnEdit(Side side) {
        server.respondWith(request -> Reply.text("hello"));
        http.probe().edit = request -> request.mapText(text -> text + "!")
                .withOptions(request.options().withMaxOutputTokens(77));
        ChatOptions options = side == Side.OPENAI
                ? OpenAiChatOptions.builder()
                        .model("gpt-test")
                        .seed(42)
                        .user("u-1")
                        .maxTokens(500)
                        .build()
                : AnthropicChatOptions.builder()
                        .model("claude-test")
                        .topK(7)
                        .maxTokens(500)
                        .build();

        side.model(context).call(new Prompt("hi", options));
        side.model(context).stream(new Prompt("hi", options)).blockLast(LIMIT);

        for (int i = 0; i < 2; i++) {
            String body = server.requests().get(i).body();
            assertThat(body).contains("hi!").contains("\"max_tokens\":77").doesNotContain("max_completion_tokens");
            if (side == Side.OPENAI) {
                assertThat(body).contains("\"seed\":42").contains("u-1");
            } else {
                assertThat(body).contains("\"top_k\":7");
            }
        }
    }

    private List<ToolCall> streamed(String... entries) {
        String head = "data: {\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"gpt-test\","
                + "\"choices\":[{\"index\":0,\"delta\":";
        Reply reply = Reply.sse(head
                + "{\"role\":\"assistant\",\"tool_calls\":["
                + String.join(",", entries)
                + "]},\"finish_reason\":null}]}\n\n"
                + head
                + "{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n");
        server.respondWith(request -> reply);
        Side.OPENAI.model(context).stream(PROMPT).blockLast(LIMIT);
        return http.probe().last().toolCalls();
    }

    private static String entry(String head, String arguments) {
        return "{\"index\":0,%s\"function\":{%s\"arguments\":\"%s\"}}"
                .formatted(
                        head.isEmpty() ? "" : "\"id\":\"%s\",\"type\":\"function\",".formatted(head),
                        head.isEmpty() ? "" : "\"name\":\"add\",",
                        arguments.replace("\"", "\\\""));
    }

    /** A second entry that only goes on with the first one is more than Spring AI can read: it fails, and nothing is lost in silence. */
    @Test // US-06
    void entriesOfOneChunkWithTheSameIndexAreKeptOrTheStreamFails() {
        assertThat(streamed(entry("c1", "{\"a\":1}"), entry("c2", "{\"a\":2}")))
                .containsExactly(new ToolCall("c1", "add", "{\"a\":1}"), new ToolCall("c2", "add", "{\"a\":2}"));
        assertThatThrownBy(() -> streamed(entry("c1", "{\"a\""), entry("", ":1}")))
                .isInstanceOf(IllegalStateException.class);
    }
}

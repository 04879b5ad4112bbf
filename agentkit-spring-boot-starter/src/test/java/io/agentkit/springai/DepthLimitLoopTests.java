package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.agentkit.limit.DepthExceededException;
import io.agentkit.limit.DepthReason;
import io.agentkit.springai.HttpApplication.Side;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.Reply;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.context.ConfigurableApplicationContext;

/** Loops and nests of tools over HTTP, with the real clients. */
class DepthLimitLoopTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static ProviderServer server;
    private static ConfigurableApplicationContext context;

    @BeforeAll
    static void start() {
        server = ProviderServer.start();
        context = HttpApplication.start(
                server,
                "--agentkit.chat.chain=depth-limit, retry",
                "--agentkit.chat.depth-limit.max-depth=2",
                "--agentkit.chat.depth-limit.max-rounds=2",
                "--agentkit.chat.depth-limit.on-loop=answer",
                "--agentkit.tool.chain=depth-limit",
                "--agentkit.tool.depth-limit.max-repeats=1");
    }

    @AfterAll
    static void stop() {
        context.close();
        server.close();
    }

    @BeforeEach
    void reset() {
        server.reset();
    }

    /** A tool that is an agent and has itself as a tool. */
    static class Agent {

        private final ChatClient client;
        private final boolean streaming;

        Agent(ChatClient client, boolean streaming) {
            this.client = client;
            this.streaming = streaming;
        }

        @Tool(description = "delegates")
        String agent() {
            return ask("inner");
        }

        @Tool(description = "adds")
        int add(int a, int b) {
            return a + b;
        }

        String ask(String question) {
            ChatClient.ChatClientRequestSpec prompt = client.prompt(question).tools(this);
            return streaming
                    ? String.join("", prompt.stream().content().collectList().block(LIMIT))
                    : String.valueOf(prompt.call().content());
        }
    }

    @ParameterizedTest
    @EnumSource
    void agentsInsideAgentsEndTheTurnAtTheLimit(Side side) {
        for (boolean streaming : new boolean[] {false, true}) {
            reset();
            server.enqueue(Reply.toolCall("call-1", "agent", "{}"), Reply.toolCall("call-2", "agent", "{}"));

            Throwable thrown = catchThrowable(() -> new Agent(side.client(context), streaming).ask("outer"));

            assertThat(thrown)
                    .isInstanceOfSatisfying(
                            DepthExceededException.class,
                            refusal -> assertThat(refusal.depth()).isEqualTo(2));
            assertThat(server.requestCount()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLoopHasALastTurnWithoutTools(Side side) {
        for (boolean streaming : new boolean[] {false, true}) {
            reset();
            server.enqueue(
                    Reply.toolCall("call-1", "add", "{\"a\":1,\"b\":2}"),
                    Reply.toolCall("call-2", "add", "{\"a\":3,\"b\":3}"),
                    Reply.text("six"));

            String answer = new Agent(side.client(context), streaming).ask("1+2+3?");

            assertThat(answer).isEqualTo("six");
            String last = server.requests().get(2).body();
            if (side == Side.ANTHROPIC) {
                assertThat(last).contains("\"tool_choice\":{\"type\":\"none\"}", "\"tools\":[");
            } else {
                assertThat(last).doesNotContain("\"tools\"");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theSameCallAgainEndsTheTurn(Side side) {
        server.enqueue(
                Reply.toolCall("call-1", "add", "{\"a\":1,\"b\":2}"),
                Reply.toolCall("call-2", "add", "{ \"b\":2, \"a\":1 }"));

        Throwable thrown = catchThrowable(() -> new Agent(side.client(context), false).ask("1+2?"));

        assertThat(thrown)
                .isInstanceOfSatisfying(
                        DepthExceededException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(DepthReason.REPEATS));
    }
}

package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKit;
import io.agentkit.springai.HttpApplication.Side;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.context.ConfigurableApplicationContext;

/** What models are offered of tools that a policy denies, over HTTP with the real clients. */
class PolicyOffersTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static ProviderServer server;
    private static ConfigurableApplicationContext context;
    private final Tools tools = new Tools();

    @BeforeAll
    static void start() {
        server = ProviderServer.start();
        context = HttpApplication.start(
                server,
                "--agentkit.tool.chain=policy",
                "--agentkit.tool.policy.deny[0]=drop_* tenant=trial",
                "--agentkit.tool.policy.deny[1]=never");
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

    static class Tools {

        final List<String> calls = new ArrayList<>();

        @Tool(description = "reads")
        String read() {
            calls.add("read");
            return "text";
        }

        @Tool(description = "drops")
        String drop_all() {
            calls.add("drop");
            return "dropped";
        }

        @Tool
        String never() {
            calls.add("never");
            return "";
        }
    }

    private String ask(Side side, String tenant, boolean streaming) {
        try (var run = context.getBean(AgentKit.class).run(spec -> spec.tenant(tenant))) {
            ChatClient.ChatClientRequestSpec prompt =
                    side.client(context).prompt("tidy up").tools(tools);
            return streaming
                    ? String.join("", prompt.stream().content().collectList().block(LIMIT))
                    : String.valueOf(prompt.call().content());
        }
    }

    private static String offered(int request) {
        String body = server.requests().get(request).body();
        return body.substring(body.indexOf("\"tools\""));
    }

    @ParameterizedTest
    @EnumSource
    void aToolThatIsDeniedToTheTenantIsOfferedToOthersOnly(Side side) {
        for (boolean streaming : new boolean[] {false, true}) {
            reset();
            server.enqueue(Reply.text("no"), Reply.text("yes"));

            ask(side, "trial", streaming);
            ask(side, "acme", streaming);

            assertThat(offered(0)).contains("\"read\"").doesNotContain("drop_all", "never");
            assertThat(offered(1)).contains("\"read\"", "\"drop_all\"").doesNotContain("never");
        }
    }

    @ParameterizedTest
    @EnumSource // TC-306
    void aCallOfAToolThatWasNotOfferedIsRefused(Side side) {
        server.enqueue(Reply.toolCall("call-1", "drop_all", "{}"), Reply.text("I may not"));

        assertThat(ask(side, "trial", false)).isEqualTo("I may not");

        assertThat(tools.calls).isEmpty();
        assertThat(server.requests().get(1).body()).contains("was not called: a policy denies it", "call-1");
    }
}

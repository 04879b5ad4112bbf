package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKit;
import io.agentkit.Run;
import io.agentkit.spend.Budgets;
import io.agentkit.springai.HttpApplication.Side;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.context.ConfigurableApplicationContext;

/** What becomes of a loop of tools, with the real clients, when a budget is used up. */
class BudgetLoopTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String SUM = "{\"a\":1,\"b\":2}";
    private static ProviderServer server;
    private static ConfigurableApplicationContext context;
    private final Tools tools = new Tools();

    static class Tools {

        final AtomicInteger calls = new AtomicInteger();

        @Tool(description = "adds")
        int add(int a, int b) {
            calls.incrementAndGet();
            return a + b;
        }
    }

    @BeforeAll
    static void start() {
        server = ProviderServer.start();
        context = HttpApplication.start(
                server,
                "--agentkit.chat.chain=meter, probing",
                "--agentkit.budgets.rounds.scope=user",
                "--agentkit.budgets.rounds.when-missing=skip",
                "--agentkit.budgets.rounds.max-calls=1",
                "--agentkit.budgets.rounds.on-exceeded=finish",
                "--agentkit.budgets.rounds.finish-text=That is all.",
                "--agentkit.budgets.paid.scope=tenant",
                "--agentkit.budgets.paid.when-missing=skip",
                "--agentkit.budgets.paid.max-usd=0",
                "--agentkit.budgets.paid.on-exceeded=degrade",
                "--agentkit.budgets.paid.degrade-to=free-test",
                "--agentkit.pricing.models.gpt-test.input=10",
                "--agentkit.pricing.models.gpt-test.output=10",
                "--agentkit.pricing.models.claude-test.input=10",
                "--agentkit.pricing.models.claude-test.output=10",
                "--agentkit.pricing.models.free-test.input=0",
                "--agentkit.pricing.models.free-test.output=0");
    }

    @AfterAll
    static void stop() {
        context.close();
        server.close();
    }

    @BeforeEach
    void reset() {
        server.reset();
        context.getBean(Budgets.class).resetAll("rounds");
    }

    private ChatClient.ChatClientRequestSpec prompt(Side side) {
        return side.client(context).prompt("1+2?").tools(tools);
    }

    private static Run run(String key) {
        return context.getBean(AgentKit.class).run(spec -> spec.scope(key, "somebody"));
    }

    private static BudgetAmounts reserved(String budget) {
        return context.getBean(Budgets.class).find(budget, "somebody").reserved();
    }

    @ParameterizedTest
    @EnumSource
    void endsInOrderWithWhatItHas(Side side) {
        server.enqueue(Reply.toolCall("call-1", "add", SUM));

        ChatResponse last;
        try (Run run = run("user")) {
            last = prompt(side).call().chatResponse();
        }

        assertThat(last.getResult().getOutput().getText()).isEqualTo("That is all.");
        assertThat(last.getResult().getMetadata().getFinishReason()).isEqualToIgnoringCase("budget");
        assertThat(last.hasToolCalls()).isFalse();
        assertThat(tools.calls).hasValue(1);
        assertThat(server.requestCount()).isEqualTo(1);
        assertThat(reserved("rounds")).isEqualTo(BudgetAmounts.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void endsInOrderAlsoWhereItStreams(Side side) {
        server.enqueue(Reply.toolCall("call-1", "add", SUM));

        List<String> shown =
                run("user").wrap(prompt(side).stream().content()).collectList().block(LIMIT);

        assertThat(String.join("", shown)).isEqualTo("That is all.");
        assertThat(tools.calls).hasValue(1);
        assertThat(server.requestCount()).isEqualTo(1);
        assertThat(reserved("rounds")).isEqualTo(BudgetAmounts.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void goesOnWithTheCheaperModelInEachRound(Side side) {
        for (boolean streaming : new boolean[] {false, true}) {
            server.reset();
            server.enqueue(
                    Reply.toolCall("call-1", "add", SUM).model("free-test"),
                    Reply.text("three").model("free-test"));

            String answer;
            if (streaming) {
                answer = String.join(
                        "",
                        run("tenant")
                                .wrap(prompt(side).stream().content())
                                .collectList()
                                .block(LIMIT));
            } else {
                try (Run run = run("tenant")) {
                    answer = prompt(side).call().content();
                }
            }

            assertThat(answer).isEqualTo("three");
            assertThat(server.requests())
                    .hasSize(2)
                    .allSatisfy(request -> assertThat(request.body()).contains("\"free-test\""));
            assertThat(reserved("paid")).isEqualTo(BudgetAmounts.NONE);
        }
    }
}

package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentkit.AgentKitException;
import io.agentkit.ChainEnvironment;
import io.agentkit.ErrorKind;
import io.agentkit.Handler;
import io.agentkit.RecentRuns;
import io.agentkit.Run;
import io.agentkit.RunHistory;
import io.agentkit.boot.TestChains.Printed;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.store.FileRunLedger;
import io.agentkit.store.RunLedger;
import io.agentkit.store.RunSync;
import io.agentkit.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

class RunLedgerTests {

    private static final String METERED = """
            agentkit:
              chat:
                chain: [meter]
                meter: { max-turns: 3 }
              budgets:
                per-run: { scope: run, max-usd: 0.05 }
              pricing:
                models:
                  priced: { input: 10, output: 10 }
            """;

    @TempDir
    private Path directory;

    private ApplicationContextRunner application(String yml) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AgentkitAutoConfiguration.class))
                .withInitializer(TestChains.file(yml))
                .withPropertyValues("agentkit.runs.ledger.file=" + directory.resolve("runs"));
    }

    /** Asks so often in the run; each time costs a cent. */
    private static Money ask(ApplicationContext context, String run, int times) {
        ChainEnvironment environment = context.getBean(ChainEnvironment.class);
        Handler<ChatRequest, ChatReply> handler = context.getBean(Chains.class)
                .chat("default")
                .around(attempt -> ChatReply.of("hello", Usage.of(500, 500)));
        ChatRequest request = ChatRequest.user("hi").mutate().model("priced").build();
        try (Run open = Run.open(environment, spec -> spec.id(run))) {
            for (int i = 0; i < times; i++) {
                handler.call(request.withOptions(request.options().withMaxOutputTokens(10)));
            }
            return open.spend().usd();
        }
    }

    @Test
    void aRunGoesOnInTheNextApplication() {
        application(METERED).run(context -> assertThat(ask(context, "job", 2)).isEqualTo(Money.usd("0.02")));

        application(METERED).run(context -> {
            assertThat(ask(context, "job", 1)).isEqualTo(Money.usd("0.03"));
            assertThatExceptionOfType(AgentKitException.class)
                    .isThrownBy(() -> ask(context, "job", 1))
                    .satisfies(refusal -> assertThat(refusal.kind()).isEqualTo(ErrorKind.MAX_TURNS));
            assertThat(ask(context, "other", 1)).isEqualTo(Money.usd("0.01"));
        });
    }

    @Test
    void theBudgetOfARunCountsWhatAnotherApplicationSpent() {
        String unlimited = METERED.replace("max-turns: 3", "max-turns: 100");
        application(unlimited).run(context -> ask(context, "job", 4));

        application(unlimited).run(context -> {
            ask(context, "job", 1);
            assertThatExceptionOfType(AgentKitException.class)
                    .isThrownBy(() -> ask(context, "job", 1))
                    .satisfies(refusal -> assertThat(refusal.kind()).isEqualTo(ErrorKind.BUDGET_EXCEEDED));
        });
    }

    @Test
    void aRunGoesOnInTheSameApplicationWithoutAFile() {
        ApplicationContextRunner inMemory = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AgentkitAutoConfiguration.class))
                .withInitializer(TestChains.file(METERED));
        inMemory.run(context -> {
            assertThat(ask(context, "job", 2)).isEqualTo(Money.usd("0.02"));
            assertThat(ask(context, "job", 1)).isEqualTo(Money.usd("0.03"));
            assertThatExceptionOfType(AgentKitException.class)
                    .isThrownBy(() -> ask(context, "job", 1))
                    .satisfies(refusal -> assertThat(refusal.kind()).isEqualTo(ErrorKind.MAX_TURNS));
        });
    }

    @Test
    void keepsRunsInMemoryWithoutAFile() {
        TestChains.runner()
                .run(context -> assertThat(context).getBean(RunHistory.class).isInstanceOf(RecentRuns.class));
    }

    @Test
    void anApplicationsOwnLedgerComesFirst() {
        RunLedger own = new FileRunLedger(directory.resolve("own"), RunSync.NEVER, Duration.ofDays(1), Time.system());
        TestChains.runner().withBean(RunLedger.class, () -> own).run(context -> {
            assertThat(context).getBean(RunLedger.class).isSameAs(own);
            assertThat(context.getBean(ChainEnvironment.class).runs()).isSameAs(own);
        });
    }

    @Test
    void twoApplicationsCannotHaveOneFile() {
        application(METERED).run(first -> {
            assertThat(TestChains.failureOf(application(METERED)))
                    .isEqualTo(Printed.of(
                            """
                            Property: agentkit.runs.ledger.file
                            Value: "%1$s"
                            Origin: "agentkit.runs.ledger.file" from property source "test"
                            Reason: The ledger of runs '%1$s' is in use: one process at a time can write it; give each its own file
                            """.formatted(directory.resolve("runs")),
                            "Name a file that this process alone can write, or none to keep runs in memory."));
            assertThat(ask(first, "job", 1)).isEqualTo(Money.usd("0.01"));
        });
    }

    @Test
    void aFileThatIsNoLedgerIsLeftAlone() throws Exception {
        Files.writeString(directory.resolve("runs"), "notes of somebody, kept for a long time");

        assertThat(TestChains.failureOf(application(METERED)).description())
                .contains("Property: agentkit.runs.ledger.file", "is not a ledger of runs");
        assertThat(directory.resolve("runs")).hasContent("notes of somebody, kept for a long time");
    }

    @Test
    void settingsOfAFileNeedOne() {
        assertThat(TestChains.failureOf("agentkit.runs.ledger.keep: 7d"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.runs.ledger.keep
                        Value: "7d"
                        Origin: Byte array resource [application.yml] - 1:28
                        Reason: 'keep' is about a file, and 'file' names none
                        """, "Correct the value of 'agentkit.runs.ledger.keep'."));
    }

    @Test
    void turnsAreCountedOfModelsOnly() {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AgentkitAutoConfiguration.class))
                .withInitializer(TestChains.file("agentkit.tool: { chain: [meter], meter: { max-turns: 3 } }"));

        assertThat(TestChains.failureOf(runner))
                .isEqualTo(Printed.of("""
                        Property: agentkit.tool.meter.max-turns
                        Value: "3"
                        Origin: Byte array resource [application.yml] - 1:54
                        Reason: 'max-turns' counts calls of models, and this is a chain around tools
                        """, "Write it among the settings of 'meter' in a chat chain."));
    }
}

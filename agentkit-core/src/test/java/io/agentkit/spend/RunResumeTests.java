package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.BlockedException;
import io.agentkit.CallSettings;
import io.agentkit.ChatMiddleware;
import io.agentkit.ErrorKind;
import io.agentkit.RecentRuns;
import io.agentkit.RequestHook;
import io.agentkit.Run;
import io.agentkit.RunHistory;
import io.agentkit.RunTotals;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.resilience.RetrySpec;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.FileRunLedger;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.store.InMemoryRunLedger;
import io.agentkit.store.RunLedger;
import io.agentkit.store.RunSync;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.FakeTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunResumeTests {

    private static final BudgetLimits PLENTY = Priced.usd("1000");

    @TempDir
    private Path directory;

    /** What one process has: a chain and budgets of its own, and the ledger that outlives it. */
    private static final class Process {

        final ChainHarness harness = ChainHarness.create().pricing(Priced.PRICES);
        final Budgets budgets;

        Process(RunHistory ledger, BudgetLimits perRun, @Nullable Integer maxTurns) {
            budgets =
                    Budgets.of(Map.of("per-run", BudgetSpec.of("run", perRun)), new InMemoryBudgetStore(harness.time));
            harness.environment(harness.environment().withRuns(ledger));
            harness.add(
                    "meter", MeterSpec.defaults().withMaxTurns(maxTurns).chatMiddleware(harness.resources(budgets)));
        }

        ChatReply ask(String run) {
            try (Run open = Run.open(harness.environment(), spec -> spec.id(run))) {
                return harness.chatHandler().call(Priced.request(10));
            }
        }

        Money spent(String run) {
            return budgets.find("per-run", run).spent().usd();
        }
    }

    @Test
    void doesNotChargeADayForWhatARunUsedOnTheDaysBefore() {
        ChainHarness harness = ChainHarness.create().pricing(Priced.PRICES);
        RunLedger ledger = new InMemoryRunLedger(harness.time);
        BudgetSpec daily =
                BudgetSpec.builder("run", Priced.usd("0.05")).window("day").build();
        Budgets budgets = Budgets.of(Map.of("b", daily), new InMemoryBudgetStore(harness.time));
        harness.environment(harness.environment().withRuns(ledger));
        harness.add("meter", MeterSpec.defaults().chatMiddleware(harness.resources(budgets, ledger)));
        harness.model.always(attempt -> Priced.reply(2));

        for (int day = 0; day < 3; day++) {
            for (int i = 0; i < 2; i++) {
                try (Run open = Run.open(harness.environment(), spec -> spec.id("conversation"))) {
                    harness.chatHandler().call(Priced.request(10));
                }
            }
            assertThat(budgets.find("b", "conversation").spent().usd()).isEqualTo(Money.usd("0.04"));
            harness.time.advance(Duration.ofDays(1));
        }
    }

    private FileRunLedger file() {
        return new FileRunLedger(directory.resolve("runs"), RunSync.NEVER, Duration.ofDays(1), new FakeTime());
    }

    private static void assertRefused(Process process, String run, ErrorKind kind) {
        int before = process.harness.model.calls();
        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(() -> process.ask(run))
                .satisfies(refusal -> assertThat(refusal.kind()).isEqualTo(kind));
        assertThat(process.harness.model.calls()).isEqualTo(before);
    }

    @Test // TC-553, TC-432
    void sendsNothingForARunThatUsedUpItsBudgetInAnotherProcess() {
        try (FileRunLedger ledger = file()) {
            Process first = new Process(ledger, Priced.usd("0.10"), null);
            first.harness.model.reply(Priced.reply(10));
            first.ask("job");
        }
        try (FileRunLedger ledger = file()) {
            Process second = new Process(ledger, Priced.usd("0.10"), null);

            assertRefused(second, "job", ErrorKind.BUDGET_EXCEEDED);

            assertThat(second.spent("job")).isEqualTo(Money.usd("0.10"));
            second.harness.model.reply(Priced.reply(1));
            second.ask("another");
        }
    }

    @Test
    void goesOnWithTokensMoneyAndCallsWhereTheOtherProcessStopped() {
        try (FileRunLedger ledger = file()) {
            Process first = new Process(ledger, Priced.calls(3), null);
            first.harness.model.reply(Priced.reply(1)).reply(Priced.reply(2));
            first.ask("job");
            first.ask("job");
        }
        try (FileRunLedger ledger = file()) {
            Process second = new Process(ledger, Priced.calls(3), null);
            second.harness.model.reply(Priced.reply(4));
            try (Run run = Run.open(second.harness.environment(), spec -> spec.id("job"))) {
                assertThat(run.past().turns()).isEqualTo(2);
                assertThat(run.spend().usd()).isEqualTo(Money.usd("0.03"));
                second.harness.chatHandler().call(Priced.request(10));
                assertThat(run.spend().usd()).isEqualTo(Money.usd("0.07"));
                assertThat(run.spend().requests()).isEqualTo(3);
            }
            assertThat(second.spent("job")).isEqualTo(Money.usd("0.07"));
            assertRefused(second, "job", ErrorKind.BUDGET_EXCEEDED);
        }
    }

    @Test // TC-554, TC-555
    void countsWhatAFailedRequestWasBilledInTheNextProcess() {
        try (FileRunLedger ledger = file()) {
            Process first = new Process(ledger, Priced.tokens(200), null);
            first.harness.model.fail(new AgentKitException(ErrorKind.OVERLOADED, "busy").withUsage(Usage.of(100, 20)));
            first.harness.model.fail(new AgentKitException(ErrorKind.OVERLOADED, "busy").withUsage(Usage.of(100, 20)));
            assertThatThrownBy(() -> first.ask("job")).isInstanceOf(AgentKitException.class);
            assertThatThrownBy(() -> first.ask("job")).isInstanceOf(AgentKitException.class);
        }
        try (FileRunLedger ledger = file()) {
            Process second = new Process(ledger, Priced.tokens(200), null);

            assertRefused(second, "job", ErrorKind.BUDGET_EXCEEDED);
        }
    }

    @Test // TC-557
    void countsTurnsOverProcesses() {
        try (FileRunLedger ledger = file()) {
            Process first = new Process(ledger, PLENTY, 3);
            first.harness.model.reply(Priced.reply(1)).reply(Priced.reply(1));
            first.ask("job");
            first.ask("job");
        }
        try (FileRunLedger ledger = file()) {
            Process second = new Process(ledger, PLENTY, 3);
            second.harness.model.reply(Priced.reply(1)).reply(Priced.reply(1));
            second.ask("job");

            assertRefused(second, "job", ErrorKind.MAX_TURNS);
            assertRefused(second, "job", ErrorKind.MAX_TURNS);

            assertThat(second.harness.events.of(MaxTurnsReached.class)).hasSize(2);
            assertThat(ledger.find("job").turns()).isEqualTo(3);
            second.ask("another");
        }
    }

    @Test
    void limitsNoTurnsUnlessItIsTold() {
        Process process = new Process(new RecentRuns(), PLENTY, null);
        for (int i = 0; i < 100; i++) {
            process.harness.model.reply(Priced.reply(1));
            process.ask("job");
        }
        assertThat(process.harness.model.calls()).isEqualTo(100);
    }

    @Test
    void countsACallThatIsTriedAgainAsOneTurn() {
        RecentRuns ledger = new RecentRuns();
        Process process = new Process(ledger, PLENTY, 1);
        process.harness.add("retry", RetrySpec.defaults().chatMiddleware(process.harness.resources()));
        process.harness
                .model
                .fail(new AgentKitException(ErrorKind.OVERLOADED, "busy"))
                .reply(Priced.reply(1));

        process.ask("job");

        assertThat(ledger.find("job").turns()).isEqualTo(1);
        assertThat(process.harness.model.calls()).isEqualTo(2);
    }

    @Test
    void givesATurnBackThatABudgetRefused() {
        RecentRuns ledger = new RecentRuns();
        Process process = new Process(ledger, Priced.usd("0.02"), 2);
        process.harness.model.reply(Priced.reply(2)).reply(Priced.reply(1));
        process.ask("job");

        assertRefused(process, "job", ErrorKind.BUDGET_EXCEEDED);
        assertRefused(process, "job", ErrorKind.BUDGET_EXCEEDED);
        process.budgets.change("per-run", PLENTY);
        process.ask("job");

        assertThat(ledger.find("job").turns()).isEqualTo(2);
    }

    @Test
    void neverMakesMoreTurnsThanAllowedAtOnce() throws Exception {
        Process process = new Process(new RecentRuns(), PLENTY, 5);
        for (int i = 0; i < 5; i++) {
            process.harness.model.reply(Priced.reply(1));
        }
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            tasks.add(() -> {
                try {
                    process.ask("job");
                    return true;
                } catch (AgentKitException refused) {
                    return false;
                }
            });
        }
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            int made = 0;
            for (Future<Boolean> done : pool.invokeAll(tasks)) {
                made += done.get() ? 1 : 0;
            }
            assertThat(made).isLessThanOrEqualTo(5).isEqualTo(process.harness.model.calls());
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void countsARunInsideAnotherOnceAndGoesOnWithBoth() {
        try (FileRunLedger ledger = file()) {
            Process first = new Process(ledger, PLENTY, null);
            first.harness.model.reply(Priced.reply(1)).reply(Priced.reply(2));
            try (Run outer = Run.open(first.harness.environment(), spec -> spec.id("outer"))) {
                first.harness.chatHandler().call(Priced.request(10));
                first.ask("inner");
            }
        }
        try (FileRunLedger ledger = file()) {
            Process second = new Process(ledger, PLENTY, null);
            second.harness.model.reply(Priced.reply(4));
            try (Run outer = Run.open(second.harness.environment(), spec -> spec.id("outer"))) {
                assertThat(outer.spend().usd()).isEqualTo(Money.usd("0.03"));
                assertThat(outer.past().turns()).isEqualTo(1);
                try (Run inner = Run.open(second.harness.environment(), spec -> spec.id("inner"))) {
                    assertThat(inner.spend().usd()).isEqualTo(Money.usd("0.02"));
                    second.harness.chatHandler().call(Priced.request(10));
                    assertThat(inner.spend().usd()).isEqualTo(Money.usd("0.06"));
                }
                assertThat(outer.spend().usd()).isEqualTo(Money.usd("0.07"));
            }
            assertThat(second.spent("outer")).isEqualTo(Money.usd("0.07"));
            assertThat(ledger.find("outer").spend().usd()).isEqualTo(Money.usd("0.07"));
            assertThat(ledger.find("inner").spend().usd()).isEqualTo(Money.usd("0.06"));
        }
    }

    @Test
    void writesNothingForCallsThatNobodyGrouped() {
        List<String> asked = new ArrayList<>();
        Process process = new Process(new Watched(asked, new AtomicBoolean()), PLENTY, 1);
        process.harness.model.reply(Priced.reply(1)).reply(Priced.reply(1));

        process.harness.chatHandler().call(Priced.request(10));
        process.harness.chatHandler().call(Priced.request(10));

        assertThat(asked).isEmpty();
    }

    @Test
    void sendsNothingMoreUntilWhatWasUsedIsWrittenDown() {
        AtomicBoolean broken = new AtomicBoolean();
        Watched ledger = new Watched(new ArrayList<>(), broken);
        Process process = new Process(ledger, PLENTY, null);
        process.harness.model.run(attempt -> {
            broken.set(true);
            return Priced.reply(3);
        });
        assertThat(process.ask("job").usage()).isNotNull();

        broken.set(false);
        Process other = new Process(ledger, PLENTY, null);
        try (Run run = Run.open(other.harness.environment(), spec -> spec.id("job"))) {
            assertThat(run.spend().usd()).as("not written yet").isEqualTo(Money.ZERO);
            broken.set(true);
            assertThatExceptionOfType(AgentKitException.class)
                    .isThrownBy(() -> process.harness.chatHandler().call(Priced.request(10)))
                    .satisfies(refusal -> assertThat(refusal.kind()).isEqualTo(ErrorKind.STORE));
            broken.set(false);
            process.harness.model.reply(Priced.reply(1));
            process.harness.chatHandler().call(Priced.request(10));
        }

        assertThat(ledger.find("job").spend().usd()).isEqualTo(Money.usd("0.04"));
        assertThat(process.harness.model.calls()).isEqualTo(2);
    }

    @Test
    void doesNotStartARunFromNothingWhenItsPastCannotBeTold() {
        AtomicBoolean broken = new AtomicBoolean(true);
        Process process = new Process(new Watched(new ArrayList<>(), broken), PLENTY, null);

        assertRefused(process, "job", ErrorKind.STORE);
    }

    @Test
    void correctsWhatWasWrittenWhenTheProvidersOwnCountComes() {
        RecentRuns ledger = new RecentRuns();
        Process process = new Process(ledger, PLENTY, null);
        process.harness.model.run(attempt -> {
            attempt.late(Usage.of(50, 7));
            throw new BlockedException("cut", "in a test");
        });

        assertThatThrownBy(() -> process.ask("job")).isInstanceOf(BlockedException.class);

        RunTotals totals = ledger.find("job");
        assertThat(totals.spend().usage().total()).isEqualTo(57);
        assertThat(totals.spend().requests()).isEqualTo(1);
    }

    @Test
    void needsATurnAtLeastAndCountsThemForModelsOnly() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MeterSpec.defaults().withMaxTurns(0))
                .withMessageContaining("'maxTurns'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MeterSpec.defaults()
                        .withMaxTurns(3)
                        .toolMiddleware(ChainHarness.create().resources()))
                .withMessageContaining("'maxTurns'");
    }

    /** A ledger that can be broken, and notes who was asked about. */
    private static final class Watched implements RunLedger {

        private final RunLedger ledger = new InMemoryRunLedger(new FakeTime());
        private final List<String> asked;
        private final AtomicBoolean broken;

        private Watched(List<String> asked, AtomicBoolean broken) {
            this.asked = asked;
            this.broken = broken;
        }

        @Override
        public @Nullable RunTotals find(String run) {
            use(run);
            return ledger.find(run);
        }

        @Override
        public RunTotals add(String run, String entry, RunTotals more) {
            use(run);
            return ledger.add(run, entry, more);
        }

        private void use(String run) {
            asked.add(run);
            if (broken.get()) {
                throw new AgentKitException(ErrorKind.STORE, "broken");
            }
        }
    }

    @Test
    void takesOneTurnForACallHoweverManyOthersAreMadeBeforeItIsTriedAgain() {
        RecentRuns ledger = new RecentRuns();
        ChainHarness harness = ChainHarness.create().add("again", Again.onFailure());
        harness.environment(harness.environment().withRuns(ledger));
        harness.add("meter", MeterSpec.defaults().withMaxTurns(100).chatMiddleware(harness.resources()));
        Run run = Run.create(harness.environment(), spec -> spec.id("r"));
        CallSettings inRun = CallSettings.DEFAULTS.withRun(run);
        harness.model
                .run(attempt -> {
                    for (int i = 0; i < 40; i++) {
                        harness.chatHandler().call(Priced.request(10), inRun);
                    }
                    throw new IllegalStateException("broken");
                })
                .always(attempt -> Priced.reply(1));

        harness.chatHandler().call(Priced.request(10), inRun);

        assertThat(ledger.find("r").turns()).isEqualTo(41);
    }

    @Test
    void givesATurnBackWhenAnotherHookRefusesTheRequest() {
        RecentRuns ledger = new RecentRuns();
        AtomicBoolean refusing = new AtomicBoolean(true);
        ChainHarness harness = ChainHarness.create();
        harness.environment(harness.environment().withRuns(ledger));
        harness.add("meter", MeterSpec.defaults().withMaxTurns(1).chatMiddleware(harness.resources()));
        harness.add("rule", ChatMiddleware.of(new RequestHook() {
            @Override
            public void reserve(Attempt<?> attempt) {
                if (refusing.getAndSet(false)) {
                    throw new BlockedException("no", "rule");
                }
            }
        }));
        harness.model.reply("ok");
        Run run = Run.create(harness.environment(), spec -> spec.id("r"));
        CallSettings inRun = CallSettings.DEFAULTS.withRun(run);

        assertThatThrownBy(() -> harness.chatHandler().call(Priced.request(10), inRun))
                .isInstanceOf(BlockedException.class);

        assertThat(harness.chatHandler().call(Priced.request(10), inRun).text()).isEqualTo("ok");
        assertThat(ledger.find("r").turns()).isEqualTo(1);
    }

    @Test
    void givesATurnBackThatIsRefusedEachTimeItIsTried() {
        RecentRuns runs = new RecentRuns();
        ChainHarness harness = ChainHarness.create().add("again", Again.onFailure());
        harness.environment(harness.environment().withRuns(runs));
        harness.add("meter", MeterSpec.defaults().withMaxTurns(1).chatMiddleware(harness.resources()));
        harness.add("rule", ChatMiddleware.of(new RequestHook() {
            @Override
            public void reserve(Attempt<?> attempt) {
                throw new BlockedException("no", "rule");
            }
        }));
        Run run = Run.create(harness.environment(), spec -> spec.id("r"));

        assertThatThrownBy(() -> harness.chatHandler().call(Priced.request(10), CallSettings.DEFAULTS.withRun(run)))
                .isInstanceOf(BlockedException.class);

        assertThat(runs.find("r")).isEqualTo(RunTotals.NONE);
    }
}

package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.ChainEnvironment;
import io.agentkit.Run;
import io.agentkit.Scope;
import io.agentkit.Use;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.test.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CostMeterTests {

    private final FakeTime time = new FakeTime(Instant.parse("2026-01-15T12:00:00Z"));

    private final CostMeter meter = new CostMeter(time);

    @Test
    void saysSinceWhenItCounts() {
        time.advance(Duration.ofHours(1));
        assertThat(meter.snapshot().since()).isEqualTo(Instant.parse("2026-01-15T12:00:00Z"));

        meter.reset();

        assertThat(meter.snapshot().since()).isEqualTo(Instant.parse("2026-01-15T13:00:00Z"));
    }

    @Test
    void startsFromNothingAfterAReset() {
        count("m", Scope.of("tenant", "acme"));

        meter.reset();

        CostSnapshot snapshot = meter.snapshot();
        assertThat(snapshot.total()).isEqualTo(CostTotals.NONE);
        assertThat(snapshot.byModel()).isEmpty();
        assertThat(snapshot.byScope()).isEmpty();
    }

    @Test
    void chargesNobodyForARunOfAnotherWithTheSameId() {
        for (String tenant : List.of("acme", "globex")) {
            Run run = Run.create(
                    ChainEnvironment.defaults(), spec -> spec.id("job-1").tenant(tenant));
            meter.request("m", run, Usage.of(500, 500), Money.usd("0.01"));
        }

        Map<String, CostTotals> tenants = meter.snapshot().byScope().get("tenant");
        assertThat(tenants.get("acme").spend().usd()).isEqualTo(Money.usd("0.01"));
        assertThat(tenants.get("globex").spend().usd()).isEqualTo(Money.usd("0.01"));
    }

    @Test // TC-426
    void givesASnapshotThatStaysAsItIs() {
        count("m", Scope.NONE);
        CostSnapshot before = meter.snapshot();

        count("m", Scope.NONE);

        assertThat(before.spendUsd()).isEqualTo(Money.usd("0.01"));
        assertThat(before.byModel().get("m").spend().requests()).isEqualTo(1);
    }

    @Test
    void countsTogetherWhatHasNoPlaceOfItsOwn() {
        for (int i = 0; i < 5_000; i++) {
            count("model-" + i, Scope.of("user", "user-" + i));
        }
        for (int i = 0; i < 100; i++) {
            count("model-0", Scope.of("key-" + i, "x"));
        }

        CostSnapshot snapshot = meter.snapshot();
        assertThat(snapshot.byModel()).hasSize(201);
        assertThat(snapshot.byModel().get(CostMeter.OTHER).spend().requests()).isEqualTo(4_800);
        assertThat(snapshot.byScope().get("user")).hasSize(1_001);
        assertThat(snapshot.byScope().get("user").get(CostMeter.OTHER).spend().requests())
                .isEqualTo(4_000);
        assertThat(snapshot.byScope()).hasSize(21);
        assertThat(snapshot.total().spend().requests()).isEqualTo(5_100);
    }

    @Test
    void countsACallOnceHoweverManyOfItsKeysHaveNoPlace() {
        for (int i = 0; i < 20; i++) {
            count("m", Scope.of("key-" + i, "x"));
        }

        count("m", Scope.of("one", "x").with("two", "x").with("three", "y"));

        Map<String, CostTotals> others = meter.snapshot().byScope().get(CostMeter.OTHER);
        assertThat(others).containsOnlyKeys(CostMeter.OTHER);
        assertThat(others.get(CostMeter.OTHER).spend().requests()).isEqualTo(1);
    }

    @Test
    void keepsALineForEachOfTheLastThousandRuns() {
        Run first = Priced.run(Scope.NONE);
        CostEntry entry = meter.request("m", first, Usage.of(500, 500), Money.usd("0.01"));
        for (int i = 0; i < 1_000; i++) {
            count("m", Scope.NONE);
        }

        meter.use(entry, Use.ANSWER, Usage.of(500, 500), Money.usd("0.01"));

        Map<String, CostTotals> byRun = meter.snapshot().byRun();
        assertThat(byRun).hasSize(1_001).doesNotContainKey(first.id());
        assertThat(byRun.get(CostMeter.OTHER).spend().usd()).isEqualTo(Money.usd("0.01"));
        assertThat(byRun.get(CostMeter.OTHER).answers().usd()).isEqualTo(Money.usd("0.01"));
    }

    @Test
    void countsCallsThatNobodyGroupedTogether() {
        Metered metered = new Metered().build().replies(1, 2);

        metered.chat(Priced.request(10));
        metered.chat(Priced.request(10));

        Map<String, CostTotals> byRun = metered.costs.snapshot().byRun();
        assertThat(byRun).containsOnlyKeys(CostMeter.OTHER);
        assertThat(byRun.get(CostMeter.OTHER).answers().usd()).isEqualTo(Money.usd("0.03"));
    }

    @Test
    void keepsRoundsOfToolsFew() {
        Run run = Priced.run(Scope.NONE);
        for (int i = 0; i < 50; i++) {
            meter.request("m", run, Usage.of(500, 500), Money.usd("0.01"));
            run.toolCalls().emitted(List.of(new ToolCall("1", "look", "{}")));
        }

        Map<Integer, CostTotals> byRound = meter.snapshot().byRound();
        assertThat(byRound).hasSize(21);
        assertThat(byRound.get(20).spend().requests()).isEqualTo(30);
    }

    @Test
    void neverCountsBelowNothingHoweverLargeACountIs() {
        Run run = Priced.run(Scope.NONE);
        meter.request("m", run, Usage.of(Long.MAX_VALUE, 0), null);
        meter.request("m", run, Usage.of(Long.MAX_VALUE, 0), null);

        assertThat(meter.snapshot().spend().input()).isEqualTo(Long.MAX_VALUE);
        assertThat(meter.snapshot().byModel().get("m").spend().usage().input()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void countsModelsThatNobodyNamedUnderOneLine() {
        meter.request(null, Priced.run(Scope.NONE), Usage.of(1, 1), null);

        assertThat(meter.snapshot().byModel()).containsOnlyKeys(CostMeter.UNKNOWN_MODEL);
    }

    @Test // TC-437
    void neverShowsAHalfOfWhatIsBookedTogether() throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 20_000; i++) {
                count("m", Scope.of("tenant", "acme"));
            }
            done.set(true);
        });
        writer.start();

        while (!done.get()) {
            CostSnapshot snapshot = meter.snapshot();
            CostTotals line = snapshot.byModel().getOrDefault("m", CostTotals.NONE);
            assertThat(snapshot.total()).isEqualTo(line);
            assertThat(snapshot.spendUsd())
                    .isEqualTo(Money.usd("0.01").times(snapshot.total().spend().requests()));
        }
        writer.join();

        assertThat(meter.snapshot().spendUsd()).isEqualTo(Money.usd(200));
    }

    private void count(String model, Scope scope) {
        meter.request(model, Priced.run(scope), Usage.of(500, 500), Money.usd("0.01"));
    }
}

package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.Scope;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.test.FakeTime;
import java.time.Duration;
import java.time.Instant;
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

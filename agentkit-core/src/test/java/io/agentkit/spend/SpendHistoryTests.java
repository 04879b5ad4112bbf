package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.Scope;
import io.agentkit.Use;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.test.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpendHistoryTests {

    private static final Instant NOON = Instant.parse("2026-01-15T12:00:00Z");

    private static final Instant FAR = Instant.parse("2030-01-01T00:00:00Z");

    private final FakeTime time = new FakeTime(NOON.plusSeconds(600));

    private final CostMeter meter = new CostMeter(time);

    private final SpendHistory history = SpendHistory.of(meter, time);

    private CostEntry spend(String tenant, String model, String usd) {
        return meter.request(model, Priced.run(Scope.of("tenant", tenant)), Usage.of(100, 20), Money.usd(usd));
    }

    private List<String> report(Instant from, Instant to, SpendHistory.Step step) {
        return history.lines(from, to, step).stream()
                .map(line -> "%s..%s %s %s %d %s"
                        .formatted(
                                line.from(),
                                line.to(),
                                line.by(),
                                line.name(),
                                line.amounts().spend().requests(),
                                line.amounts().spend().usd()))
                .toList();
    }

    @Test
    void knowsWhatWasSpentInWhichHour() {
        spend("acme", "m1", "0.1");
        spend("globex", "m1", "0.3");
        time.advance(Duration.ofMinutes(49).plusSeconds(59));
        spend("acme", "m2", "0.2");
        time.advance(Duration.ofSeconds(1));
        spend("acme", "m1", "0.4");

        assertThat(report(NOON, FAR, SpendHistory.Step.HOUR))
                .containsExactly(
                        "2026-01-15T12:00:00Z..2026-01-15T13:00:00Z model m1 2 0.4",
                        "2026-01-15T12:00:00Z..2026-01-15T13:00:00Z model m2 1 0.2",
                        "2026-01-15T12:00:00Z..2026-01-15T13:00:00Z tenant acme 2 0.3",
                        "2026-01-15T12:00:00Z..2026-01-15T13:00:00Z tenant globex 1 0.3",
                        "2026-01-15T12:00:00Z..2026-01-15T13:00:00Z total (all) 3 0.6",
                        "2026-01-15T13:00:00Z..2026-01-15T14:00:00Z model m1 1 0.4",
                        "2026-01-15T13:00:00Z..2026-01-15T14:00:00Z tenant acme 1 0.4",
                        "2026-01-15T13:00:00Z..2026-01-15T14:00:00Z total (all) 1 0.4");
    }

    @Test
    void addsNothingUpThatOnlyHasTheSameName() {
        Scope scope = Scope.of("model", "m").with("total", SpendHistory.ALL);
        meter.request("m", Priced.run(scope), Usage.of(100, 20), Money.usd("0.1"));

        assertThat(report(NOON, NOON.plusSeconds(3_600), SpendHistory.Step.WHOLE))
                .extracting(line -> line.substring(line.indexOf(' ') + 1))
                .containsExactly(
                        "model m 1 0.1", "scope:model m 1 0.1", "scope:total (all) 1 0.1", "total (all) 1 0.1");
    }

    @Test
    void addsUpThePeriodThatIsAskedFor() {
        spend("acme", "m", "0.1");
        time.advance(Duration.ofHours(1));
        spend("acme", "m", "0.2");
        time.advance(Duration.ofHours(1));
        spend("acme", "m", "0.4");

        Instant to = NOON.plus(Duration.ofHours(2));
        assertThat(report(NOON.plusSeconds(1), to, SpendHistory.Step.WHOLE))
                .containsExactly(
                        "2026-01-15T12:00:00Z..2026-01-15T14:00:00Z model m 2 0.3",
                        "2026-01-15T12:00:00Z..2026-01-15T14:00:00Z tenant acme 2 0.3",
                        "2026-01-15T12:00:00Z..2026-01-15T14:00:00Z total (all) 2 0.3");
        assertThat(report(to, NOON, SpendHistory.Step.WHOLE)).isEmpty();
    }

    @Test
    void dividesAPeriodByDaysInUtc() {
        spend("acme", "m", "0.1");
        time.advance(Duration.ofDays(1));
        spend("acme", "m", "0.2");

        assertThat(report(NOON, NOON.plus(Duration.ofDays(1)).plusSeconds(1), SpendHistory.Step.DAY))
                .filteredOn(line -> line.contains("total"))
                .containsExactly(
                        "2026-01-15T12:00:00Z..2026-01-16T00:00:00Z total (all) 1 0.1",
                        "2026-01-16T00:00:00Z..2026-01-16T12:00:01Z total (all) 1 0.2");
    }

    @Test
    void reconcilesWithTheMeter() {
        CostEntry answered = spend("acme", "m", "0.1");
        meter.use(answered, Use.ANSWER, Usage.of(100, 20), Money.usd("0.1"));
        CostEntry lost = spend("acme", "m", "0.2");
        time.advance(Duration.ofHours(1));
        meter.use(lost, Use.HEDGES, Usage.of(100, 20), Money.usd("0.2"));
        meter.correct(answered, Use.ANSWER, Usage.of(100, 20), Money.usd("0.1"), Usage.of(100, 10), Money.usd("0.05"));

        SpendLine.Amounts all = history.lines(NOON, FAR, SpendHistory.Step.WHOLE).stream()
                .filter(line -> line.by().equals(SpendHistory.TOTAL))
                .findFirst()
                .orElseThrow()
                .amounts();

        CostTotals total = meter.snapshot().total();
        assertThat(all.spend()).isEqualTo(total.spend());
        assertThat(all.answersUsd()).isEqualTo(total.answers().usd());
        assertThat(all.wasteUsd()).isEqualTo(total.waste().usd());
        assertThat(report(NOON.plus(Duration.ofHours(1)), FAR, SpendHistory.Step.WHOLE))
                .as("a correction is in the hour in which it came")
                .contains("2026-01-15T13:00:00Z..2030-01-01T00:00:00Z total (all) 0 -0.05");
    }

    @Test
    void keepsWhatWasCountedBeforeTheMeterStartedAnew() {
        spend("acme", "m", "0.1");
        meter.reset();
        spend("acme", "m", "0.2");

        assertThat(report(NOON, FAR, SpendHistory.Step.WHOLE))
                .contains("2026-01-15T12:00:00Z..2030-01-01T00:00:00Z tenant acme 2 0.3");
    }

    @Test
    void forgetsTheOldestHoursWhenThereAreTooManyLines() {
        for (int hour = 0; hour < 60; hour++) {
            for (int tenant = 0; tenant < 1_000; tenant++) {
                spend("tenant-" + tenant, "m", "0.001");
            }
            time.advance(Duration.ofHours(1));
        }

        assertThat(history.lines(NOON, FAR, SpendHistory.Step.HOUR)).hasSizeBetween(48_000, 50_000);
        assertThat(history.since()).isAfter(NOON.plus(Duration.ofHours(9))).isBefore(NOON.plus(Duration.ofHours(14)));
    }

    @Test
    void forgetsWhatIsOlderThanFourHundredDays() {
        spend("acme", "m", "0.1");
        time.advance(Duration.ofDays(401));
        spend("acme", "m", "0.2");

        assertThat(report(NOON, FAR, SpendHistory.Step.WHOLE)).hasSize(3).allMatch(line -> line.endsWith("1 0.2"));
    }

    @Test
    void waitsForNothingOnceItIsClosed() {
        assertThat(time.pendingTimers()).isEqualTo(1);

        history.close();

        assertThat(time.pendingTimers()).isZero();
    }
}

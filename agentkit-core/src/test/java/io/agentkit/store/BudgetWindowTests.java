package io.agentkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.store.BudgetWindow.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class BudgetWindowTests {

    @Test // BU-08
    void hasDaysOf23And25Hours() {
        assertWindow("Europe/Berlin", Kind.DAY, "2026-03-29T10:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z");
        assertWindow("Europe/Berlin", Kind.DAY, "2026-10-25T10:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z");
    }

    @Test // BU-08
    void beginsADayThatHasNoMidnightWhereItBegins() {
        // Clocks in Beirut go from 0:00 to 1:00; in Havana 0:00 comes twice.
        assertWindow("Asia/Beirut", Kind.DAY, "2026-03-29T10:00:00Z", "2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z");
        assertWindow(
                "America/Havana", Kind.DAY, "2026-11-01T05:30:00Z", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z");
    }

    @Test
    void takesTheHourThatComesTwiceForTwo() {
        assertWindow(
                "Europe/Berlin", Kind.HOUR, "2026-10-25T00:30:00Z", "2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z");
        assertWindow(
                "Europe/Berlin", Kind.HOUR, "2026-10-25T01:30:00Z", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z");
    }

    @Test
    void beginsAnHourWithAClockChangeOfHalfAnHour() {
        // Lord Howe's clocks go back from 2:00 to 1:30.
        assertWindow(
                "Australia/Lord_Howe",
                Kind.HOUR,
                "2026-04-04T14:30:00Z",
                "2026-04-04T14:00:00Z",
                "2026-04-04T15:00:00Z");
        assertWindow(
                "Australia/Lord_Howe",
                Kind.HOUR,
                "2026-04-04T15:10:00Z",
                "2026-04-04T15:00:00Z",
                "2026-04-04T15:30:00Z");
    }

    @Test
    void beginsHoursWithTheZonesClock() {
        assertWindow(
                "Asia/Kathmandu", Kind.HOUR, "2026-01-01T12:00:00Z", "2026-01-01T11:15:00Z", "2026-01-01T12:15:00Z");
        assertWindow(
                "Asia/Kathmandu", Kind.MINUTE, "2026-01-01T12:00:59Z", "2026-01-01T12:00:00Z", "2026-01-01T12:01:00Z");
    }

    @Test
    void beginsWeeksOnMondayAndMonthsOnTheFirst() {
        assertWindow(
                "Europe/Berlin", Kind.WEEK, "2026-03-29T10:00:00Z", "2026-03-22T23:00:00Z", "2026-03-29T22:00:00Z");
        assertWindow(
                "Europe/Berlin", Kind.MONTH, "2026-03-10T10:00:00Z", "2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z");
        assertWindow("UTC", Kind.MONTH, "2028-02-29T23:59:59.999Z", "2028-02-01T00:00:00Z", "2028-03-01T00:00:00Z");
    }

    @Property(tries = 2_000)
    void holdsEachMomentAndMeetsTheNextWindow(
            @ForAll @LongRange(min = 0, max = 4_000_000_000_000L) long moment,
            @ForAll Kind kind,
            @ForAll boolean south) {
        ZoneId zone = ZoneId.of(south ? "Australia/Lord_Howe" : "America/Havana");
        BudgetWindow window = kind == Kind.ROLLING ? BudgetWindow.of(Kind.DAY, zone) : BudgetWindow.of(kind, zone);

        assertThat(window.start(moment)).isLessThanOrEqualTo(moment);
        assertThat(window.end(moment)).isGreaterThan(moment);
        if (kind != Kind.NONE) {
            assertThat(window.start(window.end(moment))).isEqualTo(window.end(moment));
            assertThat(window.start(window.start(moment))).isEqualTo(window.start(moment));
            assertThat(window.end(window.start(moment))).isEqualTo(window.end(moment));
        }
    }

    @Test
    void hasALengthOnlyWhenItRolls() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BudgetWindow.rolling(Duration.ZERO))
                .withMessage("'length' must be positive for a rolling window and zero for others (was PT0S)");
        assertThat(BudgetWindow.rolling(Duration.ofHours(1)).end(0)).isEqualTo(Long.MAX_VALUE);
    }

    private static void assertWindow(String zone, Kind kind, String moment, String start, String end) {
        BudgetWindow window = BudgetWindow.of(kind, ZoneId.of(zone));
        long millis = Instant.parse(moment).toEpochMilli();

        assertThat(Instant.ofEpochMilli(window.start(millis))).isEqualTo(Instant.parse(start));
        assertThat(Instant.ofEpochMilli(window.end(millis))).isEqualTo(Instant.parse(end));
    }
}

package io.agentkit.store;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Objects;

/**
 * When a budget starts anew. Moments are milliseconds since 1970 in UTC.
 *
 * @param kind how windows follow each other
 * @param zone whose calendar counts; without effect for {@link Kind#NONE} and {@link Kind#ROLLING}
 * @param length how far a {@link Kind#ROLLING} window reaches back; zero for the other kinds
 */
public record BudgetWindow(Kind kind, ZoneId zone, Duration length) {

    /** The kinds of windows. */
    public enum Kind {
        /** Never: only a reset makes room again. */
        NONE,
        /** What was used longer ago than the length does not count any more. */
        ROLLING,
        /** At each full minute of the zone. */
        MINUTE,
        /** At each full hour of the zone; a clock change by a part of an hour begins one as well. */
        HOUR,
        /** At midnight of the zone; a day with a clock change is 23 or 25 hours long. */
        DAY,
        /** On Monday at midnight of the zone. */
        WEEK,
        /** On the first of the month at midnight of the zone. */
        MONTH
    }

    private static final ZoneId UTC = ZoneId.of("UTC");

    private static final long MINUTE = 60_000;

    private static final long HOUR = 60 * MINUTE;

    /** Never starts anew. */
    public static final BudgetWindow NONE = of(Kind.NONE, UTC);

    public BudgetWindow {
        Objects.requireNonNull(kind, "'kind' must not be null");
        Objects.requireNonNull(zone, "'zone' must not be null");
        Objects.requireNonNull(length, "'length' must not be null");
        if ((kind == Kind.ROLLING) != (length.toMillis() > 0)) {
            throw new IllegalArgumentException(
                    "'length' must be positive for a rolling window and zero for others (was %s)".formatted(length));
        }
    }

    /** A calendar window, or none. */
    public static BudgetWindow of(Kind kind, ZoneId zone) {
        return new BudgetWindow(kind, zone, Duration.ZERO);
    }

    /** A window that moves with the time. */
    public static BudgetWindow rolling(Duration length) {
        return new BudgetWindow(Kind.ROLLING, UTC, length);
    }

    public boolean isNone() {
        return kind == Kind.NONE;
    }

    public boolean isRolling() {
        return kind == Kind.ROLLING;
    }

    public boolean isCalendar() {
        return !isNone() && !isRolling();
    }

    /** When the window that holds the moment started; the moment itself without windows. */
    public long start(long moment) {
        return switch (kind) {
            case NONE -> moment;
            case ROLLING -> moment - length.toMillis();
            case MINUTE -> within(moment, MINUTE);
            case HOUR -> within(moment, HOUR);
            case DAY, WEEK, MONTH -> midnight(first(moment));
        };
    }

    /** When the window that holds the moment ends, which is when the next one starts; the end of time where there is none. */
    public long end(long moment) {
        return switch (kind) {
            case NONE, ROLLING -> Long.MAX_VALUE;
            case MINUTE -> next(moment, MINUTE);
            case HOUR -> next(moment, HOUR);
            case DAY -> midnight(first(moment).plusDays(1));
            case WEEK -> midnight(first(moment).plusWeeks(1));
            case MONTH -> midnight(first(moment).plusMonths(1));
        };
    }

    /** The first day of the window. */
    private LocalDate first(long moment) {
        LocalDate date = Instant.ofEpochMilli(moment).atZone(zone).toLocalDate();
        return switch (kind) {
            case WEEK -> date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case MONTH -> date.withDayOfMonth(1);
            default -> date;
        };
    }

    private long midnight(LocalDate date) {
        return date.atStartOfDay(zone).toInstant().toEpochMilli();
    }

    /** By the zone's offset, so that the hour that comes twice when clocks go back is two windows. */
    private long within(long moment, long size) {
        ZoneRules rules = zone.getRules();
        Instant instant = Instant.ofEpochMilli(moment);
        long offset = rules.getOffset(instant).getTotalSeconds() * 1_000L;
        long start = Math.floorDiv(moment + offset, size) * size - offset;
        ZoneOffsetTransition change = rules.previousTransition(instant.plusMillis(1));
        return change == null ? start : Math.max(start, change.getInstant().toEpochMilli());
    }

    private long next(long moment, long size) {
        long offset = zone.getRules().getOffset(Instant.ofEpochMilli(moment)).getTotalSeconds() * 1_000L;
        long end = (Math.floorDiv(moment + offset, size) + 1) * size - offset;
        ZoneOffsetTransition change = zone.getRules().nextTransition(Instant.ofEpochMilli(moment));
        return change == null ? end : Math.min(end, change.getInstant().toEpochMilli());
    }
}

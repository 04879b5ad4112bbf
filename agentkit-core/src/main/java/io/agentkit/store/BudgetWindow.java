package io.agentkit.store;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When a budget starts anew.
 *
 * @param kind how windows follow each other
 * @param zone whose calendar counts; without effect for {@link Kind#NONE}
 */
public record BudgetWindow(Kind kind, ZoneId zone) {

    /** The kinds of windows. */
    public enum Kind {
        /** Never: only a reset makes room again. */
        NONE,
        /** At midnight of the zone; a day with a clock change is 23 or 25 hours long. */
        DAY
    }

    /** Never starts anew. */
    public static final BudgetWindow NONE = new BudgetWindow(Kind.NONE, ZoneId.of("UTC"));

    public BudgetWindow {
        Objects.requireNonNull(kind, "'kind' must not be null");
        Objects.requireNonNull(zone, "'zone' must not be null");
    }

    public static BudgetWindow day(ZoneId zone) {
        return new BudgetWindow(Kind.DAY, zone);
    }

    /** When the window that holds the moment started; null without windows. */
    public @Nullable Instant start(Instant moment) {
        return kind == Kind.NONE ? null : midnight(moment).toInstant();
    }

    /** When the window that holds the moment ends, which is when the next one starts; null without windows. */
    public @Nullable Instant end(Instant moment) {
        if (kind == Kind.NONE) {
            return null;
        }
        return midnight(moment).toLocalDate().plusDays(1).atStartOfDay(zone).toInstant();
    }

    private ZonedDateTime midnight(Instant moment) {
        return moment.atZone(zone).toLocalDate().atStartOfDay(zone);
    }
}

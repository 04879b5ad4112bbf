package io.agentkit.price;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetTime;
import java.time.ZoneOffset;

/** When a price counts. */
sealed interface PriceConstraint {

    boolean holds(Instant at);

    /** From the beginning of a day in UTC on. */
    record From(LocalDate day) implements PriceConstraint {

        @Override
        public boolean holds(Instant at) {
            return !LocalDate.ofInstant(at, ZoneOffset.UTC).isBefore(day);
        }
    }

    /** Each day from one time, inclusive, to another, exclusive; over midnight when the second is the earlier one. */
    record Daily(OffsetTime start, OffsetTime end) implements PriceConstraint {

        @Override
        public boolean holds(Instant at) {
            long now = secondOfDay(OffsetTime.ofInstant(at, ZoneOffset.UTC));
            long from = secondOfDay(start);
            long to = secondOfDay(end);
            return from <= to ? from <= now && now < to : from <= now || now < to;
        }

        private static long secondOfDay(OffsetTime time) {
            return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalTime().toNanoOfDay();
        }
    }
}

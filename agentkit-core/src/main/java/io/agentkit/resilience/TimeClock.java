package io.agentkit.resilience;

import io.agentkit.time.Time;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Our time as the JDK's, for libraries that ask for a clock. */
final class TimeClock extends Clock {

    private final Time time;
    private final ZoneId zone;

    TimeClock(Time time) {
        this(time, ZoneOffset.UTC);
    }

    private TimeClock(Time time, ZoneId zone) {
        this.time = time;
        this.zone = zone;
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new TimeClock(time, other);
    }

    @Override
    public Instant instant() {
        return time.now();
    }
}

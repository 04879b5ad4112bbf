package io.agentkit.score;

import io.agentkit.time.Time;
import java.time.Duration;
import java.time.Instant;

/** A wall clock that stands. */
record FixedTime(Instant now) implements Time {

    @Override
    public long nanoTime() {
        return Time.system().nanoTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        Time.system().sleep(duration);
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        return Time.system().schedule(delay, task);
    }
}

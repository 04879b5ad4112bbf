package io.agentkit.limit;

import io.agentkit.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A time that stands still, in which whoever sleeps sleeps until the test has moved it on. Sleeps count from when the sleeper last looked
 * at the clock, so that one who is not asleep yet when the test moves it on does not sleep longer. Without timers. Thread-safe.
 */
final class HeldTime implements Time {

    private final List<Long> sleepers = new ArrayList<>();

    private final ThreadLocal<Long> seen = ThreadLocal.withInitial(this::current);

    private long nanos;

    private synchronized long current() {
        return nanos;
    }

    @Override
    public synchronized Instant now() {
        return Instant.EPOCH.plusNanos(nanos);
    }

    @Override
    public synchronized long nanoTime() {
        seen.set(nanos);
        return nanos;
    }

    @Override
    public synchronized void sleep(Duration duration) throws InterruptedException {
        long until = seen.get() + duration.toNanos();
        sleepers.add(until);
        notifyAll();
        try {
            while (nanos < until) {
                wait();
            }
        } finally {
            sleepers.remove(until);
            notifyAll();
        }
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        throw new UnsupportedOperationException();
    }

    synchronized void advance(Duration by) {
        nanos += by.toNanos();
        notifyAll();
    }

    synchronized boolean isSomebodyAsleep() {
        return !sleepers.isEmpty();
    }

    /** Waits until so many sleep, each for longer than now. */
    synchronized void awaitSleepers(int count) throws InterruptedException {
        while (sleepers.stream().filter(until -> until > nanos).count() != count || sleepers.size() != count) {
            wait();
        }
    }
}

package io.agentkit.score;

import io.agentkit.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A time that stands until it is moved to the next thing that is due. Thread-safe. */
final class RaceTime implements Time {

    private record Due(long at, long order, Runnable action) {}

    private final PriorityQueue<Due> queue =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::order));
    private long nanos;
    private long order;

    @Override
    public synchronized Instant now() {
        return Instant.EPOCH.plusNanos(nanos);
    }

    @Override
    public synchronized long nanoTime() {
        return nanos;
    }

    @Override
    public void sleep(Duration duration) {
        throw new UnsupportedOperationException("nobody sleeps here");
    }

    @Override
    public synchronized Timer schedule(Duration delay, Runnable task) {
        Due due = new Due(nanos + delay.toNanos(), order++, task);
        queue.add(due);
        return () -> cancel(due);
    }

    private synchronized void cancel(Due due) {
        queue.remove(due);
    }

    /** Moves on to the first thing that is due and does it on this thread. */
    void next() {
        Due due;
        synchronized (this) {
            due = queue.remove();
            nanos = due.at();
        }
        due.action().run();
    }
}

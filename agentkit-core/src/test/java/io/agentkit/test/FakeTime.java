package io.agentkit.test;

import io.agentkit.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A time that stands still until a test advances it. {@link #sleep} advances it itself and notes how long, so code under test never waits.
 * Timers run on the thread that advances, in the order they are due. Thread-safe.
 */
public final class FakeTime implements Time {

    private static final class Task {

        final long due;
        final long order;
        final Runnable action;

        Task(long due, long order, Runnable action) {
            this.due = due;
            this.order = order;
            this.action = action;
        }
    }

    private final List<Duration> sleeps = new ArrayList<>();
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.<Task>comparingLong(task -> task.due).thenComparingLong(task -> task.order));
    private final Instant start;
    private long nanos;
    private long order;
    private Runnable whileSleeping = () -> {};

    public FakeTime() {
        this(Instant.parse("2026-01-15T12:00:00Z"));
    }

    public FakeTime(Instant start) {
        this.start = start;
    }

    @Override
    public synchronized Instant now() {
        return start.plusNanos(nanos);
    }

    @Override
    public synchronized long nanoTime() {
        return nanos;
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        Runnable meanwhile;
        synchronized (this) {
            sleeps.add(duration);
            meanwhile = whileSleeping;
        }
        meanwhile.run();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!advance(duration, true)) {
            throw new InterruptedException();
        }
    }

    @Override
    public synchronized Timer schedule(Duration delay, Runnable task) {
        Task scheduled = new Task(nanos + Math.max(0, delay.toNanos()), order++, task);
        tasks.add(scheduled);
        return () -> cancel(scheduled);
    }

    private synchronized void cancel(Task task) {
        tasks.remove(task);
    }

    /** Moves time on and runs the timers that become due. */
    public void advance(Duration duration) {
        advance(duration, false);
    }

    /** Whether it came to the end: a sleeper stops at the timer that interrupts it. */
    private boolean advance(Duration duration, boolean sleeping) {
        long until;
        synchronized (this) {
            until = nanos + Math.max(0, duration.toNanos());
        }
        for (Task task = nextUntil(until); task != null; task = nextUntil(until)) {
            task.action.run();
            if (sleeping && Thread.interrupted()) {
                return false;
            }
        }
        synchronized (this) {
            nanos = Math.max(nanos, until);
        }
        return true;
    }

    private synchronized @org.jspecify.annotations.Nullable Task nextUntil(long until) {
        Task first = tasks.peek();
        if (first == null || first.due > until) {
            return null;
        }
        tasks.remove(first);
        nanos = Math.max(nanos, first.due);
        return first;
    }

    /** Has the action run whenever code under test sleeps, before the time is advanced: for cancelling in the middle of a wait. */
    public synchronized void whileSleeping(Runnable action) {
        whileSleeping = action;
    }

    /** How long code under test slept, in order. */
    public synchronized List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }

    /** Timers that are not due yet. */
    public synchronized int pendingTimers() {
        return tasks.size();
    }
}

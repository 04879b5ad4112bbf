package io.agentkit.time;

import java.time.Duration;
import java.time.Instant;

/**
 * Wall clock, monotonic clock, sleeping and timers. Thread-safe. Tests replace it by a time that they advance by hand.
 */
public interface Time {

    /** The wall clock: for records and calendar windows, never for measuring. */
    Instant now();

    /** The wall clock in milliseconds since 1970, in UTC: as {@link #now()}, without an object, for the path of every call. */
    default long epochMillis() {
        return now().toEpochMilli();
    }

    /** The monotonic clock in nanoseconds, as {@link System#nanoTime()}: only differences mean anything. */
    long nanoTime();

    /**
     * Waits on the calling thread.
     *
     * @param duration how long; zero or negative returns at once
     * @throws InterruptedException when the thread is interrupted before the time is over
     */
    void sleep(Duration duration) throws InterruptedException;

    /**
     * Runs a task once, later, on a timer thread. The task has to be short and must not block.
     *
     * @param delay how long from now; zero or negative means at once
     */
    Timer schedule(Duration delay, Runnable task);

    /**
     * As {@link #schedule}, for tasks that are nearly always taken back before they run, such as time limits: setting and taking back costs
     * next to nothing, and the machine's own clock may run the task some milliseconds late.
     *
     * @param delay how long from now; zero or negative means at once
     */
    default Timer watch(Duration delay, Runnable task) {
        return schedule(delay, task);
    }

    /** The machine's own clocks. */
    static Time system() {
        return SystemTime.INSTANCE;
    }

    /** A task that has been scheduled. */
    interface Timer {

        /** Takes the task back; without effect when it ran already. */
        void cancel();
    }
}

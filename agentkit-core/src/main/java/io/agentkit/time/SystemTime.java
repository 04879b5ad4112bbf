package io.agentkit.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

final class SystemTime implements Time {

    static final SystemTime INSTANCE = new SystemTime();

    private SystemTime() {}

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public long epochMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        if (duration.isZero() || duration.isNegative()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return;
        }
        TimeUnit.NANOSECONDS.sleep(nanos(duration));
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        ScheduledFuture<?> future = Timers.POOL.schedule(task, Math.max(0, nanos(delay)), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public Timer watch(Duration delay, Runnable task) {
        return Watches.WATCHDOG.watch(Math.max(0, nanos(delay)), task);
    }

    /** Saturates: a wait of 300 years is for ever and not an arithmetic error. */
    private static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE / 2;
        }
    }

    /** Holder: no watchdog runs before the first time limit. */
    private static final class Watches {

        static final Watchdog WATCHDOG = Watchdog.start();
    }

    /** Holder: no timer thread exists before the first timer. */
    private static final class Timers {

        static final ScheduledThreadPoolExecutor POOL = create();

        private static ScheduledThreadPoolExecutor create() {
            var pool = new ScheduledThreadPoolExecutor(1, task -> {
                Thread thread = new Thread(task, "agentkit-timer");
                thread.setDaemon(true);
                return thread;
            });
            pool.setRemoveOnCancelPolicy(true);
            return pool;
        }
    }
}

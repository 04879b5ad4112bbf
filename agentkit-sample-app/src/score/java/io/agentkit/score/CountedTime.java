package io.agentkit.score;

import io.agentkit.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The machine's clocks, with a count of the timers that have neither run nor been taken back. Thread-safe. */
final class CountedTime implements Time {

    private final Time system = Time.system();

    private final AtomicInteger pending = new AtomicInteger();

    private final Traces traces;

    /** @param traces is told of every timer: the clock must not keep one that is over */
    CountedTime(Traces traces) {
        this.traces = traces;
    }

    int pending() {
        return pending.get();
    }

    @Override
    public Instant now() {
        return system.now();
    }

    @Override
    public long nanoTime() {
        return system.nanoTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        system.sleep(duration);
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        Counted counted = counted(task);
        return counted.takenBackWith(system.schedule(delay, counted));
    }

    @Override
    public Timer watch(Duration delay, Runnable task) {
        Counted counted = counted(task);
        return counted.takenBackWith(system.watch(delay, counted));
    }

    private Counted counted(Runnable task) {
        Counted counted = new Counted(task);
        pending.incrementAndGet();
        traces.add(counted);
        return counted;
    }

    private final class Counted implements Runnable {

        private final Runnable task;

        private final AtomicBoolean over = new AtomicBoolean();

        Counted(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            end();
            task.run();
        }

        private void end() {
            if (over.compareAndSet(false, true)) {
                pending.decrementAndGet();
            }
        }

        Timer takenBackWith(Timer timer) {
            return () -> {
                timer.cancel();
                end();
            };
        }
    }
}

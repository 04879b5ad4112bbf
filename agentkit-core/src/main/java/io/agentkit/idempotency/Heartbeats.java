package io.agentkit.idempotency;

import io.agentkit.time.Time;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Says again and again that somebody is still at work. Thread-safe. */
final class Heartbeats {

    /** As often within a lease that one missed beat, or a second one, loses nothing. */
    private static final int BEATS_PER_LEASE = 3;

    private static final int IDLE_SECONDS = 10;

    private final Time time;
    private final Duration interval;
    private final Executor thread;

    /** @param thread on which the beats are made, since a store may block */
    Heartbeats(Time time, Duration lease, Executor thread) {
        this.time = time;
        this.interval = lease.dividedBy(BEATS_PER_LEASE);
        this.thread = thread;
    }

    /** One daemon, made when it is needed. */
    static Executor daemon() {
        ThreadPoolExecutor daemon =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread made = new Thread(task, "agentkit-idempotent");
                    made.setDaemon(true);
                    return made;
                });
        daemon.allowCoreThreadTimeOut(true);
        return daemon;
    }

    /**
     * @param beat tells whether to go on; must not throw
     * @param lost is done when it says no, unless what it was for was over meanwhile
     */
    Heartbeat begin(BooleanSupplier beat, Runnable lost) {
        Heartbeat heartbeat = new Heartbeat(beat, lost);
        heartbeat.next();
        return heartbeat;
    }

    /** The beats of one call. */
    final class Heartbeat {

        private final BooleanSupplier beat;
        private final Runnable lost;

        // Guarded by this object's lock.
        private boolean stopped;
        private Time.Timer timer = () -> {};

        private Heartbeat(BooleanSupplier beat, Runnable lost) {
            this.beat = beat;
            this.lost = lost;
        }

        private synchronized void next() {
            if (!stopped) {
                timer = time.watch(interval, this::due);
            }
        }

        private void due() {
            try {
                thread.execute(this::run);
            } catch (RejectedExecutionException shutDown) {
                stop();
            }
        }

        private void run() {
            if (isStopped()) {
                return;
            }
            if (beat.getAsBoolean()) {
                next();
            } else if (!isStopped()) {
                lost.run();
            }
        }

        private synchronized boolean isStopped() {
            return stopped;
        }

        synchronized void stop() {
            stopped = true;
            timer.cancel();
        }
    }
}

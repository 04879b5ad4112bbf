package io.agentkit;

import io.agentkit.time.Time;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Requests of a run that outlive their calls, for whoever ends the run to wait for. Thread-safe. */
final class Stragglers {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private final Time time;
    private int underWay;
    private boolean waitedFor;
    private @Nullable CountDownLatch waiting;

    Stragglers(Time time) {
        this.time = time;
    }

    synchronized void begun() {
        underWay++;
    }

    synchronized void ended() {
        underWay--;
        if (underWay == 0 && waiting != null) {
            waiting.countDown();
        }
    }

    /**
     * Waits until none is under way, once: who ends a run twice does not wait again for what is stuck.
     *
     * @param remaining what is left until the run's deadline; null without one
     */
    void await(Function<Time, @Nullable Duration> remaining) {
        CountDownLatch over = new CountDownLatch(1);
        synchronized (this) {
            if (underWay == 0 || waitedFor) {
                return;
            }
            waitedFor = true;
            waiting = over;
        }
        Duration left = remaining.apply(time);
        Duration most = left == null || left.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : left;
        Time.Timer limit = time.schedule(most, over::countDown);
        try {
            over.await();
        } catch (InterruptedException woken) {
            Thread.currentThread().interrupt();
        } finally {
            limit.cancel();
        }
    }
}

package io.agentkit.resilience;

import io.agentkit.Attempt;
import io.agentkit.DeltaWatch;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.chat.Delta;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The time limits that begin when a request goes out: what it waited for before, such as a rate limit, does not count. Several requests
 * at a time share one clock: whichever sends keeps all of them going. Thread-safe.
 */
final class RequestClock implements RequestHook, DeltaWatch {

    private static final AtomicLongFieldUpdater<RequestClock> SINCE =
            AtomicLongFieldUpdater.newUpdater(RequestClock.class, "since");

    /** Nothing is waited for. */
    private static final long BUSY = Long.MIN_VALUE;

    private final TimeLimits limits;
    private final Countdown countdown;
    private final Time time;

    /** Since when the provider is waited for, from the first token on, or {@link #BUSY}. Each delta writes it twice, so without a fence. */
    private volatile long since = BUSY;

    private volatile boolean begun;
    private volatile boolean watchesIdle;

    // Guarded by this object's lock.
    private int underWay;
    private Time.@Nullable Timer attempt;
    private Time.@Nullable Timer firstToken;
    private Time.@Nullable Timer idle;
    private boolean stopped;

    RequestClock(TimeLimits limits, Countdown countdown, Time time) {
        this.limits = limits;
        this.countdown = countdown;
        this.time = time;
    }

    @Override
    public synchronized void sending(Attempt<?> request) {
        if (stopped) {
            return;
        }
        Duration limit = limits.attempt();
        if (limit != null && attempt == null) {
            attempt = time.watch(limit, () -> countdown.pass(TimeLimit.ATTEMPT, limit));
        }
        if (!request.isStreaming() || (limits.firstToken() == null && limits.idle() == null)) {
            return;
        }
        request.watch(this);
        if (underWay++ == 0) {
            begun = false;
            startFirstToken();
        }
    }

    private void startFirstToken() {
        Duration limit = limits.firstToken();
        if (limit != null) {
            firstToken = time.watch(limit, () -> {
                if (!begun) {
                    countdown.pass(TimeLimit.FIRST_TOKEN, limit);
                }
            });
        }
    }

    @Override
    public void arrived(Delta delta) {
        SINCE.lazySet(this, BUSY);
        if (!begun && delta.commits()) {
            begun = true;
            cancel(firstToken());
        }
    }

    private synchronized Time.@Nullable Timer firstToken() {
        return firstToken;
    }

    @Override
    public void waiting() {
        Duration limit = limits.idle();
        if (limit != null && begun) {
            SINCE.lazySet(this, time.nanoTime());
            if (!watchesIdle) {
                startIdle(limit);
            }
        }
    }

    private synchronized void startIdle(Duration limit) {
        watchesIdle = true;
        if (idle == null && !stopped) {
            idle = time.watch(limit, () -> lookIdle(limit));
        }
    }

    /** A timer for each delta would cost more than the delta: it is looked at afterwards how long nothing came. */
    private void lookIdle(Duration limit) {
        long waited = since;
        Duration left = waited == BUSY ? limit : limit.minusNanos(time.nanoTime() - waited);
        if (left.isZero() || left.isNegative()) {
            countdown.pass(TimeLimit.IDLE, limit);
            return;
        }
        synchronized (this) {
            if (!stopped) {
                idle = time.watch(left, () -> lookIdle(limit));
            }
        }
    }

    @Override
    public synchronized void after(Attempt<?> request, Outcome outcome) {
        boolean watched = request.isStreaming() && outcome.status() != Outcome.Status.NOT_SENT;
        if (watched && underWay > 0 && --underWay == 0) {
            since = BUSY;
            cancel(firstToken);
        }
    }

    synchronized void stop() {
        stopped = true;
        cancel(attempt);
        cancel(firstToken);
        cancel(idle);
    }

    private static void cancel(Time.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}

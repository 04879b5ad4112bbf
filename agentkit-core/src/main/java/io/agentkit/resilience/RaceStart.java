package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.time.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Starts the backups of one race beside it: when its delay has passed or one has failed, as far as the hedge's budget goes. Thread-safe. */
final class RaceStart {

    private final Hedges hedges;
    private final Call<ChatRequest> call;
    private final Race race;

    // Taken where the call is: other threads cannot see what surrounds it.
    private final CarriedContext context = CarriedContext.capture();

    private Time.@Nullable Timer timer;
    private boolean stopped;

    RaceStart(Hedges hedges, Call<ChatRequest> call, Race race) {
        this.hedges = hedges;
        this.call = call;
        this.race = race;
    }

    /** The next one after the delay. */
    void schedule(RecentTimes times) {
        long followed = hedges.spec.quantile() == null ? -1 : times.nanos();
        Duration delay = followed < 0 ? hedges.spec.delay() : Duration.ofNanos(followed);
        Time.Timer scheduled = call.time().watch(delay, () -> isSlow(times));
        boolean obsolete;
        synchronized (this) {
            obsolete = stopped;
            timer = scheduled;
        }
        if (obsolete) {
            scheduled.cancel();
        }
    }

    /** Time starts nobody any more; failures may. */
    void stopTimer() {
        Time.Timer obsolete;
        synchronized (this) {
            stopped = true;
            obsolete = timer;
        }
        if (obsolete != null) {
            obsolete.cancel();
        }
    }

    /** On the timer's thread. */
    private void isSlow(RecentTimes times) {
        synchronized (this) {
            if (stopped) {
                return;
            }
        }
        int pending = race.pending();
        boolean staggered = hedges.spec.launch() == HedgeLaunch.STAGGERED;
        boolean started = start(staggered ? Math.min(1, pending) : pending, HedgeLaunched.Reason.DELAY);
        if (started && staggered && pending > 1) {
            schedule(times);
        }
    }

    /** Whether all were started. */
    boolean start(int count, HedgeLaunched.Reason reason) {
        for (int i = 0; i < count; i++) {
            HedgeRefused.Reason refused = start(reason);
            if (refused != null) {
                if (call.isListening()) {
                    call.emit(new HedgeRefused(call.id(), call.chain(), refused));
                }
                return false;
            }
        }
        return true;
    }

    private HedgeRefused.@Nullable Reason start(HedgeLaunched.Reason reason) {
        HedgeRefused.Reason refused = isUnpriced() ? HedgeRefused.Reason.UNKNOWN_PRICE : hedges.budget.take();
        if (refused != null) {
            return refused;
        }
        Runnable ended = call.run().straggler(call.time());
        boolean started = hedges.threads.start(() -> {
            boolean ran = false;
            try {
                ran = runNext(reason);
            } finally {
                hedges.budget.ended(ran);
                ended.run();
            }
        });
        if (!started) {
            hedges.budget.ended(false);
            ended.run();
            return HedgeRefused.Reason.THREADS;
        }
        return null;
    }

    private boolean isUnpriced() {
        Backup backup = hedges.budget.limitsSpend() ? race.nextBackup() : null;
        if (backup == null) {
            return false;
        }
        try {
            ChatTarget.Place place = backup.place().from(call.endpoint());
            return call.environment().pricing().price(place.endpoint().provider(), place.model(), Usage.of(1, 1))
                    == null;
        } catch (RuntimeException unknown) {
            return true;
        }
    }

    /** Whether there was anything to do any more. */
    private boolean runNext(HedgeLaunched.Reason reason) {
        Racer racer = race.take(reason);
        if (racer == null) {
            return false;
        }
        context.run(() -> Race.runOn(racer));
        return true;
    }
}

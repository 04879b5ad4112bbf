package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** Starts the backups of one race beside it: when its delay has passed or one has failed, as far as the hedge's budget goes. Thread-safe. */
final class RaceStart implements Runnable {

    private static final AtomicReferenceFieldUpdater<RaceStart, @Nullable Object> TIMER =
            AtomicReferenceFieldUpdater.newUpdater(RaceStart.class, Object.class, "timer");

    private static final Object STOPPED = new Object();

    private final Hedges hedges;
    private final Call<ChatRequest> call;
    private final Race race;

    // Taken where the call is: other threads cannot see what surrounds it.
    private final CarriedContext context = CarriedContext.capture();

    /** Null before the first, the latest {@link Time.Timer}, or {@link #STOPPED}. */
    private volatile @Nullable Object timer;

    RaceStart(Hedges hedges, Call<ChatRequest> call, Race race) {
        this.hedges = hedges;
        this.call = call;
        this.race = race;
    }

    /** The first backup after the delay. */
    void schedule() {
        schedule(false);
    }

    private void schedule(boolean again) {
        Duration followed =
                hedges.spec.quantile() == null ? null : race.first().times().quantile();
        Time.Timer scheduled = call.time().watch(followed == null ? hedges.spec.delay() : followed, this);
        Object before = timer;
        // One that was set in the meantime is a later one: the first has run by then.
        while (before != STOPPED && (again || before == null)) {
            if (TIMER.compareAndSet(this, before, scheduled)) {
                return;
            }
            before = timer;
        }
        scheduled.cancel();
    }

    /** Time starts nobody any more; failures may. */
    void stopTimer() {
        if (timer != STOPPED && TIMER.getAndSet(this, STOPPED) instanceof Time.Timer obsolete) {
            obsolete.cancel();
        }
    }

    /** The delay has passed. On the timer's thread. */
    @Override
    public void run() {
        if (timer == STOPPED) {
            return;
        }
        int pending = race.pending();
        boolean staggered = hedges.spec.launch() == HedgeLaunch.STAGGERED;
        boolean started = start(staggered ? Math.min(1, pending) : pending, HedgeLaunched.Reason.DELAY);
        if (started && staggered && pending > 1) {
            schedule(true);
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
        Backup next = hedges.budget.limitsSpend() ? race.nextModel() : null;
        if (next == null) {
            return false;
        }
        try {
            ChatTarget.Place place = next.place().from(call.endpoint());
            String model = next == Backup.OWN ? call.request().model() : place.model();
            return call.environment().pricing().price(place.endpoint().provider(), model, Usage.of(1, 1)) == null;
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

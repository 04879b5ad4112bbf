package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.Cancellation;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One of the models that a call asks at a time. Thread-safe. */
final class Racer {

    private static final long NEVER = Long.MIN_VALUE;

    private final Race race;
    private final Backup model;
    private final Call<ChatRequest> call;
    private final RecentTimes times;

    /** When its last request went out. */
    private volatile long sent = NEVER;

    private volatile boolean shown;

    // Guarded by the race.
    boolean underWay = true;

    @Nullable
    ModelFailure failure;

    Racer(Race race, Hedges hedges, Call<ChatRequest> given, Backup model) {
        this.race = race;
        this.model = model;
        this.call = given.withCancellation(given.cancellation().child())
                .withHook(hedges.hook)
                .with(hedges.racer, this)
                .withPassingSink(sink -> new RacerSink(this, sink));
        this.times = hedges.times(target(), call.isStreaming());
    }

    Backup model() {
        return model;
    }

    /** The model that it asks for; null where the request names none. */
    @Nullable
    String target() {
        return model == Backup.OWN ? call.request().model() : model.name();
    }

    /** For messages. */
    String name() {
        String target = target();
        return target == null ? "own model" : target;
    }

    RecentTimes times() {
        return times;
    }

    /** Runs on this thread to its end. Gives back who is to run here next; null for nobody. */
    @Nullable
    Racer run() {
        ChatReply reply;
        try {
            reply = race.ask(model == Backup.OWN ? Aim.home(call) : Aim.at(model.place(), call));
        } catch (Throwable error) {
            return race.failed(this, error);
        } finally {
            call.cancellation().detach();
        }
        if (!call.isStreaming()) {
            note();
        }
        race.succeeded(this, reply);
        return null;
    }

    void sent() {
        boolean first = sent == NEVER;
        sent = call.time().nanoTime();
        if (first) {
            race.sent(this);
        }
    }

    /** Whether its first delta may be shown, and with it all others. */
    boolean shows() {
        if (!shown) {
            shown = true;
            note();
        }
        return race.shows(this);
    }

    private void note() {
        if (sent != NEVER) {
            times.add(sinceSent());
        }
    }

    /** In nanoseconds; 0 when nothing was sent. */
    long sinceSent() {
        return sent == NEVER ? 0 : call.time().nanoTime() - sent;
    }

    /** Another one has won. */
    void lose(Cancellation.Reason why) {
        // What it would have taken is longer than this, which says something only where it is longer than usual.
        long took = sinceSent();
        Duration usual = times.quantile();
        if (!shown && took > 0 && (usual == null || took >= usual.toNanos())) {
            times.add(took);
        }
        call.cancellation().cancel(why);
    }
}

package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.Cancellation;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import org.jspecify.annotations.Nullable;

/** One of the models that a call asks at a time. Thread-safe. */
final class Racer {

    private static final long NEVER = Long.MIN_VALUE;

    private final Race race;
    private final @Nullable Backup backup;
    private final Call<ChatRequest> call;
    private final RecentTimes times;
    private final @Nullable String target;

    /** When its last request went out. */
    private volatile long sent = NEVER;

    private volatile boolean shown;

    // Guarded by the race.
    boolean underWay = true;

    @Nullable
    Throwable failure;

    /** @param backup null for the model that the request asks for */
    Racer(Race race, Hedges hedges, Call<ChatRequest> given, @Nullable Backup backup) {
        this.race = race;
        this.backup = backup;
        this.call = given.withCancellation(given.cancellation().child())
                .withHook(hedges.hook)
                .with(hedges.racer, this)
                .withPassingSink(sink -> new RacerSink(this, sink));
        this.target = backup == null ? call.request().model() : backup.name();
        this.times = hedges.times(target, call.isStreaming());
    }

    @Nullable
    String target() {
        return target;
    }

    RecentTimes times() {
        return times;
    }

    /** Runs on this thread to its end. Gives back who is to run here next; null for nobody. */
    @Nullable
    Racer run() {
        ChatReply reply;
        try {
            reply = race.ask(backup == null ? call : Aim.at(backup.place(), call));
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
        if (!shown && took >= times.nanos() && took > 0) {
            times.add(took);
        }
        call.cancellation().cancel(why);
    }
}

package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.Next;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The models that one call asks. The call's own thread asks the first, and the next one when that has failed; others run beside it.
 * Thread-safe. Nothing foreign is called under its lock.
 */
final class Race {

    private final Hedges hedges;
    private final List<Backup> models;
    private final Call<ChatRequest> call;
    private final Next<ChatRequest, ChatReply> next;
    private final RaceStart start;
    private final Racer first;

    // From here on guarded by this object's lock. Nobody is added once there is a verdict, which may be read without
    // it.

    /** Those beside the first; most races have none. */
    private List<Racer> others = List.of();

    private int underWay = 1;
    private @Nullable Racer winner;

    /** The reply or what goes out in its place; null while that is not known. */
    private volatile @Nullable Object verdict;

    private @Nullable Duration saved;

    /** Null while nobody waits. */
    private @Nullable CountDownLatch over;

    /** @param models two at least, in the order in which they are asked */
    Race(Hedges hedges, List<Backup> models, Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        this.hedges = hedges;
        this.models = models;
        this.call = call;
        this.next = next;
        this.start = new RaceStart(hedges, call, this);
        this.first = new Racer(this, hedges, call, models.get(0));
    }

    ChatReply run() {
        if (hedges.spec.delay().isZero()) {
            start.start(pending(), HedgeLaunched.Reason.DELAY);
        }
        runOn(first);
        return answer();
    }

    static void runOn(Racer from) {
        Racer racer = from;
        while (racer != null) {
            racer = racer.run();
        }
    }

    ChatReply ask(Call<ChatRequest> racing) {
        return next.call(racing);
    }

    Racer first() {
        return first;
    }

    /** The delay begins when the first request goes out: a limit of ours that it waited for does not make the model slow. */
    void sent(Racer racer) {
        if (racer == first && !hedges.spec.delay().isZero()) {
            start.schedule();
        }
    }

    /** Models that nobody asked yet; none once the race is decided. */
    synchronized int pending() {
        return isDecided() ? 0 : models.size() - 1 - others.size();
    }

    /** The one that comes next; null for none. */
    synchronized @Nullable Backup nextModel() {
        return pending() == 0 ? null : models.get(others.size() + 1);
    }

    private boolean isDecided() {
        return winner != null || verdict != null;
    }

    /** The next model; null when there is none or none is needed any more. */
    @Nullable
    Racer take(HedgeLaunched.Reason reason) {
        Racer racer;
        synchronized (this) {
            Backup model = nextModel();
            if (model == null) {
                return null;
            }
            racer = new Racer(this, hedges, call, model);
            if (others.isEmpty()) {
                others = new ArrayList<>(2);
            }
            others.add(racer);
            underWay++;
        }
        if (call.isListening()) {
            Duration after = Duration.ofNanos(first.sinceSent());
            call.emit(new HedgeLaunched(call.id(), call.chain(), String.valueOf(racer.target()), reason, after));
        }
        return racer;
    }

    /** Whether the racer may show what it has: in commit mode only one does, and has won with it. */
    boolean shows(Racer racer) {
        boolean wins = false;
        if (!call.canRestart()) {
            synchronized (this) {
                if (isDecided()) {
                    return winner == racer;
                }
                winner = racer;
                wins = true;
            }
        }
        start.stopTimer();
        if (wins) {
            stopOthers(Cancellation.Reason.LOST);
        }
        return true;
    }

    void succeeded(Racer racer, ChatReply reply) {
        synchronized (this) {
            ended(racer);
            if (!isOpenFor(racer)) {
                return;
            }
            winner = racer;
            verdict = reply;
        }
        decided(Cancellation.Reason.LOST);
    }

    /** Gives back the one that takes its place on its thread; null for none. */
    @Nullable
    Racer failed(Racer racer, Throwable error) {
        ModelFailure failure = new ModelFailure(racer.name(), error, FallsBack.failure(call, error));
        boolean ours = FallsBack.isOurs(failure.failure());
        int further;
        Throwable goesOut;
        synchronized (this) {
            ended(racer);
            racer.failure = failure;
            if (!isOpenFor(racer)) {
                return null;
            }
            goesOut = verdictAfter(racer, error, ours);
            verdict = goesOut;
            further = pending() - 1;
        }
        if (goesOut != null) {
            decided(Cancellation.Reason.LOST);
            return null;
        }
        Racer successor = ours ? null : take(HedgeLaunched.Reason.FAILURE);
        if (successor != null) {
            start.start(further, HedgeLaunched.Reason.FAILURE);
        }
        return successor;
    }

    private void ended(Racer racer) {
        racer.underWay = false;
        underWay--;
    }

    private boolean isOpenFor(Racer racer) {
        return verdict == null && (winner == null || winner == racer);
    }

    /** @param ours whether the application refused it, as it would refuse the next one */
    private @Nullable Throwable verdictAfter(Racer racer, Throwable error, boolean ours) {
        Cancellation.Reason cancelled = call.cancellation().reason();
        if (cancelled != null && error instanceof Exception && !(error instanceof CancelledException)) {
            return NoAnswer.cancelled(cancelled, failures());
        }
        if (winner == racer || !(error instanceof Exception) || !call.canReinvoke()) {
            return error;
        }
        return underWay == 0 && (ours || pending() == 0) ? NoAnswer.of(failures()) : null;
    }

    private List<ModelFailure> failures() {
        List<ModelFailure> all = new ArrayList<>(others.size() + 1);
        if (first.failure != null) {
            all.add(first.failure);
        }
        for (Racer racer : others) {
            if (racer.failure != null) {
                all.add(racer.failure);
            }
        }
        return all;
    }

    private void decided(Cancellation.Reason why) {
        start.stopTimer();
        stopOthers(why);
        CountDownLatch waiting;
        synchronized (this) {
            waiting = over;
        }
        if (waiting != null) {
            waiting.countDown();
        }
    }

    private void stopOthers(Cancellation.Reason why) {
        List<Racer> losers = losers();
        if (losers.isEmpty()) {
            return;
        }
        if (losers.get(0) == first && why == Cancellation.Reason.LOST) {
            // Before it is let go of, since it holds whoever tells of it.
            Duration estimate = first.times().beyond(first.sinceSent());
            synchronized (this) {
                saved = estimate;
            }
        }
        for (Racer racer : losers) {
            racer.lose(why);
        }
    }

    private synchronized List<Racer> losers() {
        if (others.isEmpty() && winner == first) {
            return List.of();
        }
        List<Racer> losers = new ArrayList<>(others.size() + 1);
        if (winner != first && first.underWay) {
            losers.add(first);
        }
        for (Racer racer : others) {
            if (racer != winner && racer.underWay) {
                losers.add(racer);
            }
        }
        return losers;
    }

    /** Waits for the verdict, unless the call is cancelled first. */
    private ChatReply answer() {
        if (verdict == null) {
            await();
        }
        if (verdict instanceof ChatReply reply) {
            tellWinner(reply);
            return reply;
        }
        throw NoAnswer.asThrown(Objects.requireNonNull((Throwable) verdict, "a race ends with a verdict"));
    }

    private void await() {
        CountDownLatch waiting = new CountDownLatch(1);
        synchronized (this) {
            if (verdict != null) {
                return;
            }
            over = waiting;
        }
        Cancellation.Registration registration = call.cancellation().onCancel(waiting::countDown);
        Cancellation.Reason why;
        try {
            waiting.await();
            why = call.cancellation().reason();
        } catch (InterruptedException woken) {
            Thread.currentThread().interrupt();
            why = Cancellation.Reason.INTERRUPTED;
        } finally {
            registration.remove();
        }
        synchronized (this) {
            if (verdict != null || why == null) {
                return;
            }
            verdict = NoAnswer.cancelled(why, failures());
        }
        decided(why);
    }

    private void tellWinner(ChatReply reply) {
        Racer won;
        int asked;
        Duration estimate;
        synchronized (this) {
            won = Objects.requireNonNull(winner, "who answered has won");
            asked = others.size() + 1;
            estimate = saved;
        }
        hedges.rounds.answered(reply, won.model(), won.model() == Backup.OWN);
        if (asked > 1 && call.isListening()) {
            boolean backup = won.model() != Backup.OWN;
            call.emit(new HedgeWon(call.id(), call.chain(), won.target(), backup, asked, estimate));
        }
    }
}

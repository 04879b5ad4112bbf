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
    private final List<Backup> backups;
    private final Call<ChatRequest> call;
    private final Next<ChatRequest, ChatReply> next;
    private final RaceStart start;
    private final CountDownLatch over = new CountDownLatch(1);

    private final List<Racer> asked = new ArrayList<>(2);
    private int underWay;
    private @Nullable Racer winner;

    /** The reply or what goes out in its place; null while that is not known. */
    private @Nullable Object verdict;

    private @Nullable Duration saved;

    Race(Hedges hedges, List<Backup> backups, Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        this.hedges = hedges;
        this.backups = backups;
        this.call = call;
        this.next = next;
        this.start = new RaceStart(hedges, call, this);
    }

    ChatReply run() {
        Racer first = new Racer(this, hedges, call, null);
        synchronized (this) {
            asked.add(first);
            underWay = 1;
        }
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

    /** The delay begins when the first request goes out: a limit of ours that it waited for does not make the model slow. */
    void sent(Racer racer) {
        if (isFirst(racer) && !hedges.spec.delay().isZero()) {
            start.schedule(racer.times());
        }
    }

    private synchronized boolean isFirst(Racer racer) {
        return racer == asked.get(0);
    }

    /** Backups that nobody asked yet; none once the race is decided. */
    synchronized int pending() {
        return isDecided() ? 0 : backups.size() + 1 - asked.size();
    }

    /** The one that comes next; null for none. */
    synchronized @Nullable Backup nextBackup() {
        return pending() == 0 ? null : backups.get(asked.size() - 1);
    }

    private boolean isDecided() {
        return winner != null || verdict != null;
    }

    /** The next backup; null when there is none or none is needed any more. */
    @Nullable
    Racer take(HedgeLaunched.Reason reason) {
        Racer racer;
        Racer first;
        synchronized (this) {
            if (pending() == 0) {
                return null;
            }
            first = asked.get(0);
            racer = new Racer(this, hedges, call, backups.get(asked.size() - 1));
            asked.add(racer);
            underWay++;
        }
        if (call.isListening()) {
            call.emit(new HedgeLaunched(
                    call.id(),
                    call.chain(),
                    String.valueOf(racer.target()),
                    reason,
                    Duration.ofNanos(first.sinceSent())));
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

    /** Gives back the backup that takes its place on its thread; null for none. */
    @Nullable
    Racer failed(Racer racer, Throwable error) {
        int others;
        synchronized (this) {
            ended(racer);
            racer.failure = error;
            if (!isOpenFor(racer)) {
                return null;
            }
            others = pending() - 1;
            verdict = verdictAfter(racer, error);
        }
        if (isOver()) {
            decided(Cancellation.Reason.LOST);
            return null;
        }
        Racer successor = take(HedgeLaunched.Reason.FAILURE);
        if (successor != null) {
            start.start(others, HedgeLaunched.Reason.FAILURE);
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

    private @Nullable Throwable verdictAfter(Racer racer, Throwable error) {
        Cancellation.Reason cancelled = call.cancellation().reason();
        if (cancelled != null && error instanceof Exception && !(error instanceof CancelledException)) {
            return Suppressed.into(new CancelledException(cancelled, null), failures());
        }
        if (winner == racer || !(error instanceof Exception) || !call.canReinvoke()) {
            return error;
        }
        return pending() == 0 && underWay == 0 ? firstFailure() : null;
    }

    /** The first model's failure as it came, with all others in it. */
    private Throwable firstFailure() {
        List<Throwable> all = failures();
        return Suppressed.into(all.get(0), all);
    }

    private List<Throwable> failures() {
        List<Throwable> all = new ArrayList<>(asked.size());
        for (Racer racer : asked) {
            if (racer.failure != null) {
                all.add(racer.failure);
            }
        }
        return all;
    }

    private synchronized boolean isOver() {
        return verdict != null;
    }

    private void decided(Cancellation.Reason why) {
        start.stopTimer();
        stopOthers(why);
        over.countDown();
    }

    private void stopOthers(Cancellation.Reason why) {
        List<Racer> others = new ArrayList<>(0);
        synchronized (this) {
            for (Racer racer : asked) {
                if (racer != winner && racer.underWay) {
                    others.add(racer);
                }
            }
            Racer first = asked.get(0);
            if (winner != null && others.contains(first)) {
                saved = first.times().beyond(first.sinceSent());
            }
        }
        for (Racer racer : others) {
            racer.lose(why);
        }
    }

    /** Waits for the verdict, unless the call is cancelled first. */
    private ChatReply answer() {
        if (!isOver()) {
            await();
        }
        Object known;
        synchronized (this) {
            known = verdict;
        }
        if (known instanceof ChatReply reply) {
            tellWinner();
            return reply;
        }
        throw asThrown(Objects.requireNonNull((Throwable) known, "a race ends with a verdict"));
    }

    private void await() {
        Cancellation.Registration registration = call.cancellation().onCancel(over::countDown);
        Cancellation.Reason why;
        try {
            over.await();
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
            verdict = Suppressed.into(new CancelledException(why, null), failures());
        }
        decided(why);
    }

    private void tellWinner() {
        Racer won;
        int count;
        Duration estimate;
        synchronized (this) {
            won = winner;
            count = asked.size();
            estimate = saved;
        }
        if (won != null && count > 1 && call.isListening()) {
            call.emit(new HedgeWon(call.id(), call.chain(), won.target(), !isFirst(won), count, estimate));
        }
    }

    /** Checked exceptions that a provider throws past the compiler go out as they are. */
    @SuppressWarnings("unchecked") // erased: whatever it is, it is thrown
    private static <E extends Throwable> RuntimeException asThrown(Throwable error) throws E {
        throw (E) error;
    }
}

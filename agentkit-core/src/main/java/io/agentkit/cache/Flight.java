package io.agentkit.cache;

import io.agentkit.Call;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.Run;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One call that asks while others wait for its answer. It goes on as long as somebody wants the answer, whoever began it. Thread-safe; nothing
 * foreign is called under its lock.
 *
 * @param <R> the reply
 */
final class Flight<R> {

    /** How it ended for one who waited. */
    enum Ending {
        /** With an answer. */
        LANDED,
        /** Without an answer for others. */
        FAILED,
        /** It is not over, and was waited for long enough. */
        TOO_LONG
    }

    private enum Wake {
        OVER,
        CANCELLED,
        TOO_LONG
    }

    private final CompletableFuture<Wake> over = new CompletableFuture<>();
    private final Cancellation cancellation = Cancellation.create();
    private final Run run;
    private final Runnable whenOver;

    private volatile @Nullable KeptAnswer<R> answer;

    // Guarded by this object's lock.
    private int aboard = 1;
    private boolean closed;

    /**
     * @param run of the call that leads it
     * @param whenOver has nobody find it any more
     */
    Flight(Run run, Runnable whenOver) {
        this.run = run;
        this.whenOver = whenOver;
    }

    Run run() {
        return run;
    }

    /** The answer; null when it ended without one for others. */
    @Nullable
    KeptAnswer<R> answer() {
        return answer;
    }

    /** What cancels the request that it makes. */
    Cancellation cancellation() {
        return cancellation;
    }

    /** Whether it can still be waited for; who does has to {@link #leave} it. */
    synchronized boolean board() {
        if (closed) {
            return false;
        }
        aboard++;
        return true;
    }

    /** Who leads it was cancelled: who waits for its own failure is not kept waiting, anybody else leaves it to those who want the answer. */
    void leaderLeft(Cancellation.Reason why) {
        switch (why) {
            case TIMEOUT, DEADLINE, INTERRUPTED, SHUTDOWN -> {
                if (close()) {
                    abandon(why);
                }
            }
            case CONSUMER, SIBLING, LOST -> leave(why);
        }
    }

    /** One less wants the answer; the last one ends it. */
    void leave(Cancellation.Reason why) {
        boolean last;
        synchronized (this) {
            aboard--;
            last = aboard == 0 && !closed;
            closed |= last;
        }
        if (last) {
            abandon(why);
        }
    }

    private synchronized boolean close() {
        boolean open = !closed;
        closed = true;
        return open;
    }

    /** Those who wait need not wait for what it takes the request to notice. */
    private void abandon(Cancellation.Reason why) {
        whenOver.run();
        over.complete(Wake.OVER);
        cancellation.cancel(why);
    }

    /** It is over. Without effect when it was given up before. */
    void land(@Nullable KeptAnswer<R> landed) {
        if (close()) {
            answer = landed;
            whenOver.run();
            over.complete(Wake.OVER);
        }
    }

    /**
     * Waits on this thread for a flight that was boarded, and leaves it.
     *
     * @throws CancelledException when the call that waits is cancelled or its thread interrupted
     */
    Ending await(Call<?> call, Duration longest) {
        CompletableFuture<Wake> woken = over.copy();
        Cancellation.Registration cancelled = call.cancellation().onCancel(() -> woken.complete(Wake.CANCELLED));
        Time.Timer timer = call.time().watch(longest, () -> woken.complete(Wake.TOO_LONG));
        try {
            Wake wake = woken.get();
            call.cancellation().throwIfCancelled();
            if (wake == Wake.TOO_LONG) {
                return Ending.TOO_LONG;
            }
            return answer == null ? Ending.FAILED : Ending.LANDED;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CancelledException(Cancellation.Reason.INTERRUPTED, null);
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            timer.cancel();
            cancelled.remove();
            leave(Cancellation.Reason.CONSUMER);
        }
    }
}

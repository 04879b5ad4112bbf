package io.agentkit.cache;

import io.agentkit.Call;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ErrorClass;
import io.agentkit.Next;
import io.agentkit.chat.Request;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Gives a call the answer that another one of the same key got, or is about to get.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
final class Memoize<Q extends Request, R> {

    private final Answers<Q, R> answers;
    private final CacheFigures figures;
    private final GuardedStore<R> store;
    private final Duration maxWait;
    private final Flights<R> flights = new Flights<>();

    /** @param maxWait how long a call waits for another one's answer; zero for not at all */
    Memoize(Answers<Q, R> answers, CacheFigures figures, GuardedStore<R> store, Duration maxWait) {
        this.answers = answers;
        this.figures = figures;
        this.store = store;
        this.maxWait = maxWait;
    }

    R call(String key, Call<Q> call, Next<Q, R> next) {
        Duration left = maxWait;
        while (true) {
            KeptAnswer<R> kept = store.find(call, key);
            if (kept != null) {
                return hit(call, kept, CacheHit.How.FOUND);
            }
            if (left.isZero() || left.isNegative()) {
                return miss(key, call, next);
            }
            Flight<R> own = flights.begin(key, call);
            if (own != null) {
                return lead(own, key, call, next);
            }
            long began = call.time().nanoTime();
            R shared = share(key, call, next, left);
            if (shared != null) {
                return shared;
            }
            // Where none of them gets an answer for others, the last would wait for all.
            left = left.minusNanos(call.time().nanoTime() - began);
        }
    }

    /** The answer of the call that asks already; null when it has none, so that it is this one's turn or another's. */
    private @Nullable R share(String key, Call<Q> call, Next<Q, R> next, Duration longest) {
        Flight<R> flight = flights.find(key);
        if (flight == null) {
            return null;
        }
        if (flights.isInside(call)) {
            return miss(key, call, next);
        }
        if (!flight.board()) {
            Thread.onSpinWait();
            return null;
        }
        return switch (flight.await(call, longest)) {
            case LANDED -> {
                KeptAnswer<R> answer = flight.answer();
                yield answer == null ? null : hit(call, answer, CacheHit.How.WAITED);
            }
            case FAILED -> null;
            case TOO_LONG -> miss(key, call, next);
        };
    }

    /** Asks, whatever is kept or under way. */
    R miss(String key, Call<Q> call, Next<Q, R> next) {
        figures.missed();
        Answered<Q> answered = new Answered<>(call, answers::isSame);
        R answer;
        try {
            answer = next.call(call.withHook(answered));
        } catch (RuntimeException failure) {
            KeptAnswer<R> stale = stale(key, call, failure);
            if (stale == null) {
                throw failure;
            }
            return hit(call, stale, CacheHit.How.STALE);
        }
        keep(key, call, answered, answer);
        return answer;
    }

    private R lead(Flight<R> flight, String key, Call<Q> call, Next<Q, R> next) {
        KeptAnswer<R> landed = null;
        boolean before = InsideFlight.enter();
        Cancellation.Registration leaving = call.cancellation().onCancel(() -> left(flight, call));
        try {
            // Another flight may have ended after this call had looked and before this flight began.
            KeptAnswer<R> kept = store.find(call, key);
            if (kept != null) {
                landed = kept;
                return hit(call, kept, CacheHit.How.FOUND);
            }
            figures.missed();
            Answered<Q> answered = new Answered<>(call, answers::isSame);
            R answer = next.call(inFlight(flight, call).withHook(answered));
            landed = keep(key, call, answered, answer);
            call.cancellation().throwIfCancelled();
            return answer;
        } catch (RuntimeException failure) {
            KeptAnswer<R> stale = stale(key, call, failure);
            if (stale == null) {
                throw failure;
            }
            landed = stale;
            return hit(call, stale, CacheHit.How.STALE);
        } finally {
            leaving.remove();
            InsideFlight.leave(before);
            flight.land(landed);
        }
    }

    private void left(Flight<R> flight, Call<Q> call) {
        Cancellation.Reason why = call.cancellation().reason();
        flight.leaderLeft(why == null ? Cancellation.Reason.CONSUMER : why);
    }

    /** What others wait for is not cancelled with the call that happens to ask for it. */
    private Call<Q> inFlight(Flight<R> flight, Call<Q> call) {
        return call.cancellation().isPossible() ? call.withCancellation(flight.cancellation()) : call;
    }

    /** What is kept; null when the answer is only for who asked. */
    private @Nullable KeptAnswer<R> keep(String key, Call<Q> call, Answered<Q> answered, R answer) {
        KeptAnswer<R> kept = answered.asAsked() ? answers.keep(answer, answered.usd()) : null;
        if (kept != null) {
            store.keep(call, key, kept);
        }
        return kept;
    }

    /** An answer whose time is over, when nobody can be asked for another one; null when there is none or it would hide a mistake. */
    private @Nullable KeptAnswer<R> stale(String key, Call<Q> call, RuntimeException failure) {
        return failure instanceof CancelledException
                        || !call.canReinvoke()
                        || call.environment().errors().classify(failure).errorClass() != ErrorClass.TRANSIENT
                ? null
                : store.findStale(call, key);
    }

    private R hit(Call<Q> call, KeptAnswer<R> kept, CacheHit.How how) {
        figures.hit(how, kept.usd());
        if (call.isListening() && call.wants(CacheHit.class)) {
            call.emit(new CacheHit(
                    call.id(),
                    call.chain(),
                    call.kind(),
                    answers.target(call.request()),
                    how,
                    kept.usage(),
                    kept.usd()));
        }
        return kept.again();
    }

    /** How many calls others may wait for. */
    int underWay() {
        return flights.size();
    }
}

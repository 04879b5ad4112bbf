package io.agentkit.cache;

import io.agentkit.Call;
import io.agentkit.Cancellation;
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
    private final GuardedStore store;
    private final Duration maxWait;
    private final Flights flights = new Flights();

    /** @param maxWait how long a call waits for another one's answer; zero for not at all */
    Memoize(Answers<Q, R> answers, CacheFigures figures, GuardedStore store, Duration maxWait) {
        this.answers = answers;
        this.figures = figures;
        this.store = store;
        this.maxWait = maxWait;
    }

    R call(String key, Call<Q> call, Next<Q, R> next) {
        while (true) {
            R kept = store.find(call, key, answers::again);
            if (kept != null) {
                return hit(call, kept, false);
            }
            if (maxWait.isZero()) {
                return miss(key, call, next);
            }
            Flight own = flights.begin(key, call);
            if (own != null) {
                return lead(own, key, call, next);
            }
            R shared = share(key, call, next);
            if (shared != null) {
                return shared;
            }
        }
    }

    /** The answer of the call that asks already; null when it has none, so that it is this one's turn or another's. */
    private @Nullable R share(String key, Call<Q> call, Next<Q, R> next) {
        Flight flight = flights.find(key);
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
        return switch (flight.await(call, maxWait)) {
            case LANDED -> {
                CacheEntry entry = flight.entry();
                yield entry == null ? null : hit(call, answers.again(entry), true);
            }
            case FAILED -> null;
            case TOO_LONG -> miss(key, call, next);
        };
    }

    /** Asks, whatever is kept or under way. */
    R miss(String key, Call<Q> call, Next<Q, R> next) {
        figures.missed();
        Answered answered = new Answered();
        R answer = next.call(call.withHook(answered));
        keep(key, call, answered, answer);
        return answer;
    }

    private R lead(Flight flight, String key, Call<Q> call, Next<Q, R> next) {
        CacheEntry entry = null;
        boolean before = InsideFlight.enter();
        Cancellation.Registration leaving = call.cancellation().onCancel(() -> left(flight, call));
        try {
            // Another flight may have ended after this call had looked and before this flight began.
            R kept = store.find(call, key, answers::again);
            if (kept != null) {
                return hit(call, kept, false);
            }
            figures.missed();
            Answered answered = new Answered();
            R answer = next.call(inFlight(flight, call).withHook(answered));
            entry = keep(key, call, answered, answer);
            call.cancellation().throwIfCancelled();
            return answer;
        } finally {
            leaving.remove();
            InsideFlight.leave(before);
            flight.land(entry);
        }
    }

    private void left(Flight flight, Call<Q> call) {
        Cancellation.Reason why = call.cancellation().reason();
        flight.leaderLeft(why == null ? Cancellation.Reason.CONSUMER : why);
    }

    /** What others wait for is not cancelled with the call that happens to ask for it. */
    private Call<Q> inFlight(Flight flight, Call<Q> call) {
        return call.cancellation().isPossible() ? call.withCancellation(flight.cancellation()) : call;
    }

    /** What is kept; null when the answer is only for who asked. */
    private @Nullable CacheEntry keep(String key, Call<Q> call, Answered answered, R answer) {
        CacheEntry entry = answered.once() ? answers.entry(answer) : null;
        if (entry != null) {
            store.keep(call, key, entry);
        }
        return entry;
    }

    private R hit(Call<Q> call, R answer, boolean waited) {
        figures.hit(waited);
        if (call.isListening() && call.wants(CacheHit.class)) {
            call.emit(new CacheHit(call.id(), call.chain(), call.kind(), answers.target(call.request()), waited));
        }
        return answer;
    }

    /** How many calls others may wait for. */
    int underWay() {
        return flights.size();
    }
}

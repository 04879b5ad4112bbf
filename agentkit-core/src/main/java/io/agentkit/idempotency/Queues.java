package io.agentkit.idempotency;

import io.agentkit.Call;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One at a time for each key, within this process, in the order they came. Keys that nobody wants leave nothing behind. Thread-safe.
 */
final class Queues {

    private enum Signal {
        YOUR_TURN,
        TOO_LATE
    }

    /** Who has their turn at the key, or waits for it. {@link #leave} it when done. */
    final class Place {

        private final String key;
        private final CompletableFuture<Signal> signal = new CompletableFuture<>();

        private Place(String key) {
            this.key = key;
        }

        void leave() {
            queues.computeIfPresent(key, (same, queue) -> {
                queue.remove(this);
                Place first = queue.peekFirst();
                if (first != null) {
                    first.signal.complete(Signal.YOUR_TURN);
                }
                return first == null ? null : queue;
            });
        }

        private boolean await(Call<?> call, Duration longest) {
            if (signal.isDone()) {
                call.cancellation().throwIfCancelled();
                return true;
            }
            Time.Timer limit = call.time().watch(longest, () -> signal.complete(Signal.TOO_LATE));
            Cancellation.Registration given = call.cancellation().onCancel(() -> signal.complete(Signal.TOO_LATE));
            try {
                Signal came = signal.get();
                call.cancellation().throwIfCancelled();
                return came == Signal.YOUR_TURN;
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new CancelledException(Cancellation.Reason.INTERRUPTED, null);
            } catch (ExecutionException impossible) {
                throw new IllegalStateException(impossible);
            } finally {
                limit.cancel();
                given.remove();
            }
        }
    }

    private final ConcurrentHashMap<String, Deque<Place>> queues = new ConcurrentHashMap<>();

    /**
     * Waits for the turn.
     *
     * @return null when it did not come in time
     * @throws CancelledException when the call was given up before
     */
    @Nullable
    Place enter(String key, Call<?> call, Duration longest) {
        Place place = new Place(key);
        Deque<Place> joined = queues.compute(key, (same, queue) -> {
            Deque<Place> known = queue == null ? new ArrayDeque<>(2) : queue;
            if (known.isEmpty()) {
                place.signal.complete(Signal.YOUR_TURN);
            }
            known.addLast(place);
            return known;
        });
        boolean entered = false;
        try {
            entered = joined != null && place.await(call, longest);
            return entered ? place : null;
        } finally {
            if (!entered) {
                place.leave();
            }
        }
    }
}

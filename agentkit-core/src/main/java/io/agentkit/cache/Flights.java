package io.agentkit.cache;

import io.agentkit.Call;
import io.agentkit.Run;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one cache that ask at the moment, one for each key. Thread-safe.
 *
 * @param <R> the reply
 */
final class Flights<R> {

    private final ConcurrentMap<String, Flight<R>> underWay = new ConcurrentHashMap<>();

    /** A new flight that this call has to lead; null when there is one already. */
    @Nullable
    Flight<R> begin(String key, Call<?> call) {
        AtomicReference<Flight<R>> made = new AtomicReference<>();
        Flight<R> flight = new Flight<>(call.run(), () -> underWay.remove(key, made.get()));
        made.set(flight);
        return underWay.putIfAbsent(key, flight) == null ? flight : null;
    }

    /** The flight under way; null when there is none any more. */
    @Nullable
    Flight<R> find(String key) {
        return underWay.get(key);
    }

    /**
     * Whether a flight may wait for what this call gives. Such a call waits for no flight in turn: two could wait for each other.
     */
    boolean isInside(Call<?> call) {
        if (InsideFlight.isCurrent()) {
            return true;
        }
        Run parent = call.run().parent();
        if (parent == null) {
            return false;
        }
        return underWay.values().stream().anyMatch(flight -> isOrIsInside(parent, flight.run()));
    }

    /** An agent inside a tool is found by its run, on whatever thread it works. */
    private static boolean isOrIsInside(Run run, Run other) {
        for (Run each = run; each != null; each = each.parent()) {
            if (each == other) {
                return true;
            }
        }
        return false;
    }

    /** How many there are. */
    int size() {
        return underWay.size();
    }
}

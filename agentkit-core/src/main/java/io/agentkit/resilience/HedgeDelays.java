package io.agentkit.resilience;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** How long each model may take before a backup is asked, streamed and whole answers apart. Thread-safe. */
final class HedgeDelays {

    /** Names come from outside; further models share one. */
    private static final int MOST = 200;

    private record Key(@Nullable String model, boolean streaming) {}

    private final Map<Key, RecentTimes> times = new ConcurrentHashMap<>();
    private final RecentTimes others;
    private final double quantile;

    HedgeDelays(double quantile) {
        this.quantile = quantile;
        this.others = new RecentTimes(quantile);
    }

    RecentTimes of(@Nullable String model, boolean streaming) {
        Key key = new Key(model, streaming);
        RecentTimes known = times.get(key);
        if (known != null) {
            return known;
        }
        return times.size() >= MOST ? others : times.computeIfAbsent(key, absent -> new RecentTimes(quantile));
    }
}

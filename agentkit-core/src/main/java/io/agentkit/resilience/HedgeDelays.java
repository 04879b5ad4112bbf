package io.agentkit.resilience;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** How long each model may take before a backup is asked, streamed and whole answers apart. Thread-safe. */
final class HedgeDelays {

    /** Names come from outside; further models share one. */
    private static final int MOST = 200;

    private record Known(Key key, RecentTimes times) {}

    private record Key(@Nullable String model, boolean streaming) {}

    private final Map<Key, RecentTimes> times = new ConcurrentHashMap<>();
    private final RecentTimes others;

    /** Most calls ask for what the one before asked for. Read without a lock: an older one is as good. */
    private @Nullable Known recent;

    private final double quantile;

    HedgeDelays(double quantile) {
        this.quantile = quantile;
        this.others = new RecentTimes(quantile);
    }

    RecentTimes of(@Nullable String model, boolean streaming) {
        Known same = recent;
        if (same != null
                && same.key().streaming() == streaming
                && Objects.equals(same.key().model(), model)) {
            return same.times();
        }
        Key key = new Key(model, streaming);
        RecentTimes known = times.get(key);
        if (known == null) {
            if (times.size() >= MOST) {
                return others;
            }
            known = times.computeIfAbsent(key, absent -> new RecentTimes(quantile));
        }
        recent = new Known(key, known);
        return known;
    }
}

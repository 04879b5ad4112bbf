package io.agentkit.limit;

import io.agentkit.Attempt;
import io.agentkit.time.Time;
import io.agentkit.tool.ToolRequest;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Buckets of requests and tokens, one for each key. Keys that nobody uses are forgotten once their buckets are full, which loses nothing;
 * there are at most 10,000, and what comes beyond that shares one. Thread-safe; share one between chains to have them wait for each other.
 */
public final class RateLimiter {

    /** The key of what has no value for a part of it. */
    static final String NONE = "(none)";

    /** The key where all share one bucket. */
    static final String ALL = "(all)";

    /** The key of those for which there is no room. */
    static final String OTHER = "(other)";

    private static final int MOST_KEYS = 10_000;

    private static final int FIRST_SWEEP = 64;

    private static final int SHOWN = 20;

    private static final long SWEEP_EVERY = Duration.ofSeconds(1).toNanos();

    private final String name;
    private final RateLimiterSpec spec;
    private final Time time;
    private final int mostKeys;
    private final Lane shared;
    private final Map<String, Lane> lanes = new ConcurrentHashMap<>();

    /** Guarded by this object's lock. */
    private int sweepAt = FIRST_SWEEP;

    /** Guarded by this object's lock. */
    private @Nullable Long swept;

    private RateLimiter(String name, RateLimiterSpec spec, Time time, int mostKeys) {
        this.name = Objects.requireNonNull(name, "'name' must not be null");
        this.spec = Objects.requireNonNull(spec, "'spec' must not be null");
        this.time = Objects.requireNonNull(time, "'time' must not be null");
        this.mostKeys = mostKeys;
        this.shared = new Lane(spec.per().isEmpty() ? ALL : OTHER, spec, time);
    }

    public static RateLimiter of(String name, RateLimiterSpec spec, Time time) {
        return new RateLimiter(name, spec, time, MOST_KEYS);
    }

    static RateLimiter of(String name, RateLimiterSpec spec, Time time, int mostKeys) {
        return new RateLimiter(name, spec, time, mostKeys);
    }

    /** As in the settings; of a chain's own limiter the bean of its middleware. */
    public String name() {
        return name;
    }

    public RateLimiterSpec spec() {
        return spec;
    }

    /** The buckets that a request takes from. */
    Lane lane(Attempt<?> attempt) {
        List<String> per = spec.per();
        return per.isEmpty() ? shared : lane(key(attempt, per));
    }

    private Lane lane(String key) {
        Lane known = lanes.get(key);
        if (known == null) {
            return newLane(key);
        }
        return known;
    }

    private synchronized Lane newLane(String key) {
        if (lanes.size() >= Math.min(sweepAt, mostKeys)) {
            sweep();
        }
        return lanes.size() < mostKeys || lanes.containsKey(key)
                ? lanes.computeIfAbsent(key, absent -> new Lane(key, spec, time))
                : shared;
    }

    /** Where every key is in use, looking again for each new one would cost more than it finds. */
    private void sweep() {
        long now = time.nanoTime();
        if (swept != null && now - swept < SWEEP_EVERY) {
            return;
        }
        swept = now;
        lanes.values().removeIf(Lane::retire);
        sweepAt = Math.max(FIRST_SWEEP, 2 * lanes.size());
    }

    private static String key(Attempt<?> attempt, List<String> per) {
        if (per.size() == 1) {
            return part(attempt, per.get(0));
        }
        StringBuilder key = new StringBuilder();
        for (String each : per) {
            key.append(key.length() == 0 ? "" : "/")
                    .append(part(attempt, each).replace("%", "%25").replace("/", "%2F"));
        }
        return key.toString();
    }

    private static String part(Attempt<?> attempt, String of) {
        String value = switch (of) {
            case RateLimiterSpec.MODEL -> model(attempt);
            case RateLimiterSpec.TOOL -> attempt.request() instanceof ToolRequest tool ? tool.name() : null;
            case RateLimiterSpec.PROVIDER -> attempt.provider();
            case RateLimiterSpec.RUN -> attempt.call().run().root().id();
            default -> attempt.call().scope().get(of);
        };
        return value == null ? NONE : value;
    }

    /** Two providers count the same model apart. */
    private static @Nullable String model(Attempt<?> attempt) {
        if (attempt.request() instanceof ToolRequest) {
            return null;
        }
        String model = attempt.model();
        String provider = attempt.provider();
        return model == null || provider == null ? model : provider + ":" + model;
    }

    /** How many requests wait now, for all keys. */
    public int waiting() {
        int waiting = shared.waiting();
        for (Lane lane : lanes.values()) {
            waiting += lane.waiting();
        }
        return waiting;
    }

    /** What it looks like now: the keys that are not idle, at most 20, those for which most wait first. */
    public RateLimiterStatus status() {
        List<RateLimiterStatus.Key> busy = Stream.concat(lanes.values().stream(), Stream.of(shared))
                .map(Lane::status)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingInt(RateLimiterStatus.Key::waiting)
                        .reversed()
                        .thenComparing(RateLimiterStatus.Key::key))
                .toList();
        return new RateLimiterStatus(name, waiting(), busy.size(), busy.subList(0, Math.min(SHOWN, busy.size())));
    }

    /** How many keys have buckets now. */
    int keys() {
        return lanes.size();
    }
}

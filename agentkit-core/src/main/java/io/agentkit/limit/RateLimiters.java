package io.agentkit.limit;

import io.agentkit.time.Time;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The limiters of an application: those that chains share by name, and those that chains have for themselves. Thread-safe.
 */
public final class RateLimiters {

    private final Map<String, RateLimiter> named = new LinkedHashMap<>();

    private final List<RateLimiter> own = new CopyOnWriteArrayList<>();

    private RateLimiters(Map<String, RateLimiterSpec> specs, Time time) {
        specs.forEach((name, spec) -> named.put(name, RateLimiter.of(name, spec, time)));
    }

    /** @param specs those that chains share, by name */
    public static RateLimiters of(Map<String, RateLimiterSpec> specs, Time time) {
        return new RateLimiters(specs, time);
    }

    /** The shared limiter of this name; null when there is none. */
    public @Nullable RateLimiter find(String name) {
        return named.get(name);
    }

    /** The names of the shared ones. */
    public Set<String> names() {
        return Set.copyOf(named.keySet());
    }

    /** All, those with names first. */
    public List<RateLimiter> all() {
        List<RateLimiter> all = new ArrayList<>(named.values());
        all.addAll(own);
        return all;
    }

    /** Adds one that a chain has for itself. */
    void add(RateLimiter limiter) {
        own.add(limiter);
    }
}

package io.agentkit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What inner middlewares write and outer ones read about a call. The same object for every copy of one call; thread-safe. It only
 * accumulates: what describes an answer rides on the reply, so that a request which ends late cannot overwrite it.
 */
public abstract sealed class CallMeta permits Turn {

    private volatile int attempts = 1;

    private volatile @Nullable Map<Attribute<?>, Object> values;

    CallMeta() {}

    /** Physical requests so far, those that were refused before they were sent included. */
    public abstract int requests();

    /** When a streaming consumer was shown the first text, on the clock of {@link io.agentkit.time.Time#nanoTime()}; null before that. */
    public abstract @Nullable Long firstText();

    /** How many times the inner part was tried, the first included; 1 when nobody tries again. */
    public int attempts() {
        return attempts;
    }

    /** For middlewares that try again: the number of the attempt that starts now, from 1. A lower number than before is ignored. */
    public synchronized void attempt(int number) {
        attempts = Math.max(attempts, number);
    }

    /** The value; null when nobody wrote one. */
    public <T> @Nullable T get(Attribute<T> attribute) {
        Map<Attribute<?>, Object> written = values;
        Object value = written == null ? null : written.get(attribute);
        return value == null ? null : attribute.cast(value);
    }

    public synchronized <T> void put(Attribute<T> attribute, T value) {
        if (values == null) {
            values = new ConcurrentHashMap<>();
        }
        values.put(attribute, value);
    }
}

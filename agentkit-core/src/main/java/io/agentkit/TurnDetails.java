package io.agentkit;

import io.agentkit.time.Ids;
import io.agentkit.time.Time;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What only some calls have. Thread-safe; the fields without a lock are set before anybody else sees the call. */
final class TurnDetails {

    /** What the call's settings brought along. */
    @Nullable
    Object surroundings;

    /** What the caller wants to have the answer as. */
    @Nullable
    WantedOutput<?> output;

    /** Cancels the call at its deadline. */
    Time.@Nullable Timer deadline;

    private volatile @Nullable String id;
    private volatile @Nullable Map<Attribute<?>, Object> values;
    private volatile int attempts;

    String id(Ids ids) {
        String known = id;
        if (known == null) {
            synchronized (this) {
                known = id;
                if (known == null) {
                    known = ids.next();
                    id = known;
                }
            }
        }
        return known;
    }

    /** 0 when nobody counts them. */
    int attempts() {
        return attempts;
    }

    synchronized void attempt(int number) {
        attempts = Math.max(attempts, number);
    }

    <T> @Nullable T get(Attribute<T> attribute) {
        Map<Attribute<?>, Object> written = values;
        Object value = written == null ? null : written.get(attribute);
        return value == null ? null : attribute.cast(value);
    }

    <T> void put(Attribute<T> attribute, T value) {
        values().put(attribute, value);
    }

    <T> T computeIfAbsent(Attribute<T> attribute, Supplier<T> value) {
        return attribute.cast(values().computeIfAbsent(attribute, key -> value.get()));
    }

    private synchronized Map<Attribute<?>, Object> values() {
        Map<Attribute<?>, Object> written = values;
        if (written == null) {
            written = new ConcurrentHashMap<>();
            values = written;
        }
        return written;
    }
}

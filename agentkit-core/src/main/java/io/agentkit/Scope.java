package io.agentkit;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * For whom a run works: an ordered set of keys and values such as tenant, user and agent. Immutable.
 */
public final class Scope {

    /** For nobody in particular. */
    public static final Scope NONE = new Scope(Map.of());

    public static final String TENANT = "tenant";

    public static final String USER = "user";

    public static final String AGENT = "agent";

    private final Map<String, String> values;

    /** Kept, since books find their pages by it on the path of every call. */
    private final int hash;

    private Scope(Map<String, String> values) {
        this.values = values;
        this.hash = values.hashCode();
    }

    public static Scope of(String key, String value) {
        return NONE.with(key, value);
    }

    /** A copy with one more value, or with another value for a key it has. */
    public Scope with(String key, String value) {
        Objects.requireNonNull(key, "'key' must not be null");
        Objects.requireNonNull(value, "'value' must not be null");
        Map<String, String> copy = new LinkedHashMap<>(values);
        copy.put(key, value);
        return new Scope(Collections.unmodifiableMap(copy));
    }

    /** A copy with the other's values over these. */
    public Scope with(Scope other) {
        if (values.isEmpty() || other.values.isEmpty()) {
            return values.isEmpty() ? other : this;
        }
        Map<String, String> copy = new LinkedHashMap<>(values);
        copy.putAll(other.values);
        return new Scope(Collections.unmodifiableMap(copy));
    }

    public @Nullable String get(String key) {
        return values.get(key);
    }

    /** Keys and values, in the order they were set. */
    public Map<String, String> values() {
        return values;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Scope scope && hash == scope.hash && values.equals(scope.values));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return values.toString();
    }
}

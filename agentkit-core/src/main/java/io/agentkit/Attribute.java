package io.agentkit;

import java.util.Objects;

/**
 * A typed key for values that travel with a call. Two attributes are the same only when they are the same object.
 *
 * @param <T> type of the value
 */
public final class Attribute<T> {

    private final String name;

    private final Class<T> type;

    private Attribute(String name, Class<T> type) {
        this.name = Objects.requireNonNull(name, "'name' must not be null");
        this.type = Objects.requireNonNull(type, "'type' must not be null");
    }

    public static <T> Attribute<T> of(String name, Class<T> type) {
        return new Attribute<>(name, type);
    }

    T cast(Object value) {
        return type.cast(value);
    }

    @Override
    public String toString() {
        return name;
    }
}

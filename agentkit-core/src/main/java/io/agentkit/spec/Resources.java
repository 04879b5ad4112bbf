package io.agentkit.spec;

import io.agentkit.ChainEnvironment;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a spec may ask for when it makes its middleware: shared objects by type, and beans that an application names in the settings. In a
 * Spring application these are beans; in plain Java what {@link #of} was given.
 */
public interface Resources {

    ChainEnvironment environment();

    /** The bean that the middleware becomes, such as {@code agentkit.chat.retry}, as a name for what it keeps; null in plain Java. */
    default @Nullable String owner() {
        return null;
    }

    /** The shared object of this type; null when there is none. */
    <T> @Nullable T find(Class<T> type);

    /** The object that the application calls so; null when there is none of that name and type. */
    <T> @Nullable T find(String name, Class<T> type);

    /** @throws IllegalArgumentException when there is none */
    default <T> T get(Class<T> type) {
        T found = find(type);
        if (found == null) {
            throw new IllegalArgumentException("there is no %s".formatted(type.getSimpleName()));
        }
        return found;
    }

    /** @throws IllegalArgumentException when there is none */
    default <T> T get(String name, Class<T> type) {
        T found = find(name, type);
        if (found == null) {
            throw new IllegalArgumentException("there is no %s named '%s'".formatted(type.getSimpleName(), name));
        }
        return found;
    }

    /** Resources for plain Java: found by the types that the objects have, not by name. */
    static Resources of(ChainEnvironment environment, Object... shared) {
        return new PlainResources(environment, Map.of(), shared);
    }

    /** Resources for plain Java with names. */
    static Resources of(ChainEnvironment environment, Map<String, Object> named) {
        return new PlainResources(
                environment, new LinkedHashMap<>(named), named.values().toArray());
    }
}

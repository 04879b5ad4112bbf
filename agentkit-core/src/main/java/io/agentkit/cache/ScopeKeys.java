package io.agentkit.cache;

import io.agentkit.Scope;
import io.agentkit.text.Fingerprint;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which values of a run's scope keep answers apart. Immutable.
 */
public final class ScopeKeys {

    /** All values that a run has. */
    static final String ALL = "all";

    /** None: everybody shares. */
    static final String NONE = "none";

    private final List<String> keys;

    /** @param keys as {@link #checked} gives them */
    public ScopeKeys(List<String> keys) {
        this.keys = keys.stream().sorted().toList();
    }

    /**
     * The setting {@code scope} of a cache: {@code all} values that a run has, {@code none}, or the names of some; null for all.
     *
     * @throws IllegalArgumentException when it is none of these
     */
    public static List<String> checked(@Nullable List<String> setting) {
        List<String> keys = setting == null ? List.of(ALL) : List.copyOf(setting);
        boolean word = keys.contains(ALL) || keys.contains(NONE);
        if (keys.isEmpty() || keys.stream().anyMatch(String::isBlank) || (word && keys.size() > 1)) {
            throw new IllegalArgumentException(
                    "'scope' must be 'all', 'none', or keys of a run's scope such as 'tenant' (was '%s')"
                            .formatted(String.join(", ", keys)));
        }
        return keys;
    }

    /** Whether the scope says whose answer it is: not without a value for a key that is named. */
    boolean addTo(Fingerprint key, Scope scope) {
        Map<String, String> values = scope.values();
        if (keys.contains(NONE)) {
            return true;
        }
        if (keys.contains(ALL)) {
            key.add(values.size());
            addAll(key, values);
            return true;
        }
        key.add(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            String value = values.get(keys.get(i));
            if (value == null) {
                return false;
            }
            key.add(keys.get(i)).add(value);
        }
        return true;
    }

    /** In the order of their names, whatever the order they were set in. */
    private static void addAll(Fingerprint key, Map<String, String> values) {
        if (!values.isEmpty()) {
            new TreeMap<>(values).forEach((name, value) -> key.add(name).add(value));
        }
    }
}

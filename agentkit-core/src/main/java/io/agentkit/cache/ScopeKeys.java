package io.agentkit.cache;

import io.agentkit.Scope;
import io.agentkit.text.Fingerprint;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which values of a run's scope keep answers apart. Immutable. */
final class ScopeKeys {

    /** All values that a run has. */
    static final String ALL = "all";

    /** None: everybody shares. */
    static final String NONE = "none";

    private final List<String> keys;

    ScopeKeys(List<String> keys) {
        this.keys = List.copyOf(keys);
    }

    /** Whether the scope says whose answer it is: not without a value for a key that is named. */
    boolean addTo(Fingerprint key, Scope scope) {
        if (keys.contains(NONE)) {
            return true;
        }
        if (keys.contains(ALL)) {
            add(key, scope.values());
            return true;
        }
        if (!scope.values().keySet().containsAll(keys)) {
            return false;
        }
        Map<String, String> named = new TreeMap<>(scope.values());
        named.keySet().retainAll(keys);
        add(key, named);
        return true;
    }

    /** In the order of their names, whatever the order they were set in. */
    private static void add(Fingerprint key, Map<String, String> values) {
        key.add(Integer.toString(values.size()));
        new TreeMap<>(values).forEach((name, value) -> key.add(name).add(value));
    }
}

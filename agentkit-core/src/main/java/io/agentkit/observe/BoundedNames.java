package io.agentkit.observe;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the values of a label few: the first names pass, and once there are too many every new one becomes {@link #OTHER}. Thread-safe.
 */
public final class BoundedNames {

    /** What stands for a missing name. */
    public static final String NONE = "none";

    /** What stands for names beyond the bound. */
    public static final String OTHER = "other";

    /** The usual bound. */
    public static final int DEFAULT_LIMIT = 100;

    /** Longer names are no names of models or tools. */
    private static final int LONGEST = 200;

    private final Set<String> names = ConcurrentHashMap.newKeySet();

    private final int limit;

    /** @param limit how many different names pass, at least 1 */
    public BoundedNames(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("'limit' must be at least 1 (was %d)".formatted(limit));
        }
        this.limit = limit;
    }

    /** The name if it may be a label's value, else what stands for it. */
    public String of(@Nullable String name) {
        if (name == null || name.isBlank()) {
            return NONE;
        }
        return names.contains(name) ? name : admit(name);
    }

    private synchronized String admit(String name) {
        if (name.length() > LONGEST || names.size() >= limit) {
            return OTHER;
        }
        names.add(name);
        return name;
    }
}

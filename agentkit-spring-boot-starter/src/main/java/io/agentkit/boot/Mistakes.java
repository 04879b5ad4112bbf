package io.agentkit.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects what is wrong, so that one start tells all of it. Of mistakes at one place, or one below the other, only the first counts: the
 * others mostly follow from it. Not thread-safe.
 */
final class Mistakes {

    private final List<InvalidConfigurationException> found = new ArrayList<>();

    void note(InvalidConfigurationException mistake) {
        String property = mistake.property();
        for (InvalidConfigurationException earlier : found) {
            if (isWithin(property, earlier.property()) || isWithin(earlier.property(), property)) {
                return;
            }
        }
        found.add(mistake);
    }

    private static boolean isWithin(String property, String outer) {
        return property.startsWith(outer)
                && (property.length() == outer.length() || ".[".indexOf(property.charAt(outer.length())) >= 0);
    }

    void in(Runnable check) {
        try {
            check.run();
        } catch (InvalidConfigurationException mistake) {
            note(mistake);
        }
    }

    /** What could be read; null when it is not valid. */
    <T> @Nullable T of(Supplier<@Nullable T> reading) {
        try {
            return reading.get();
        } catch (InvalidConfigurationException mistake) {
            note(mistake);
            return null;
        }
    }

    int count() {
        return found.size();
    }

    void throwIfAny() {
        if (found.size() == 1) {
            throw found.get(0);
        }
        if (!found.isEmpty()) {
            throw new InvalidConfigurationException(found);
        }
    }
}

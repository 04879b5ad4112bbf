package io.agentkit.safety;

import io.agentkit.detect.InjectionDetector;
import io.agentkit.detect.OwnPattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The application's own patterns beside the built-in rules. */
final class OwnPatterns {

    private OwnPatterns() {}

    /** @throws IllegalArgumentException when they are empty, missing or have one name twice */
    static void check(@Nullable List<OwnPattern> patterns, boolean replace) {
        if (patterns != null && patterns.isEmpty()) {
            throw new IllegalArgumentException(
                    "'patterns' must not be empty; leave it out for the built-in rules alone");
        }
        if (replace && patterns == null) {
            throw new IllegalArgumentException(
                    "'replace' takes the built-in rules away and leaves none; write 'patterns' that stand in their place");
        }
        if (patterns != null) {
            long names = patterns.stream().map(OwnPattern::id).distinct().count();
            if (names < patterns.size()) {
                throw new IllegalArgumentException("'patterns' must each have an 'id' of their own");
            }
        }
    }

    static InjectionDetector detector(@Nullable List<OwnPattern> patterns, boolean replace) {
        return patterns == null ? InjectionDetector.builtIn() : InjectionDetector.with(patterns, replace);
    }
}

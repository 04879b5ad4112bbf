package io.agentkit.tool;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a tool apart from the model's view of it. Arguments are named by their path: {@code url}, or {@code source.url} for a
 * member of an object; elements of a list have the path of the list. Immutable.
 *
 * @param name the tool
 * @param safety what a second call would do
 * @param idempotency what makes two calls the same one; null leaves it to the middleware
 * @param volatileArguments arguments that say nothing about what the call does, such as a time stamp: left out where calls are compared
 * @param urlArguments arguments that name an address the tool will reach
 * @param secretArguments arguments that are never kept or shown
 * @param timeout the longest that one call may take; null for no limit of its own
 */
public record ToolFacts(
        String name,
        ToolSafety safety,
        @Nullable IdempotencyMode idempotency,
        Set<String> volatileArguments,
        Set<String> urlArguments,
        Set<String> secretArguments,
        @Nullable Duration timeout) {

    /**
     * @throws IllegalArgumentException when {@code timeout} is not more than zero, when an argument is not named by a path, and when the facts
     *     contradict each other: a tool that changes nothing has no effect that could be replayed, and what decides where a call goes is not
     *     volatile
     */
    public ToolFacts {
        Objects.requireNonNull(name, "'name' must not be null");
        Objects.requireNonNull(safety, "'safety' must not be null");
        volatileArguments = ArgumentPath.all("volatileArguments", volatileArguments);
        urlArguments = ArgumentPath.all("urlArguments", urlArguments);
        secretArguments = ArgumentPath.all("secretArguments", secretArguments);
        if (safety == ToolSafety.READ_ONLY && idempotency != null) {
            throw new IllegalArgumentException(
                    "'idempotency' must not be set for a tool that is read-only: it has no effect that could happen twice");
        }
        for (String path : volatileArguments) {
            if (urlArguments.contains(path)) {
                throw new IllegalArgumentException(
                        "'volatileArguments' must not name what 'urlArguments' names: it decides where the call goes (was '%s')"
                                .formatted(path));
            }
        }
        if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
            throw new IllegalArgumentException("'timeout' must be more than zero (was %s)".formatted(timeout));
        }
    }

    /** A tool of which only the safety is known. */
    public ToolFacts(String name, ToolSafety safety) {
        this(name, safety, null, Set.of(), Set.of(), Set.of(), null);
    }

    /** A tool that nobody declared. */
    public static ToolFacts unknown(String name) {
        return new ToolFacts(name, ToolSafety.UNKNOWN);
    }

    public ToolFacts withIdempotency(@Nullable IdempotencyMode mode, Set<String> volatileArguments) {
        return new ToolFacts(name, safety, mode, volatileArguments, urlArguments, secretArguments, timeout);
    }

    public ToolFacts withUrlArguments(Set<String> paths) {
        return new ToolFacts(name, safety, idempotency, volatileArguments, paths, secretArguments, timeout);
    }

    public ToolFacts withSecretArguments(Set<String> paths) {
        return new ToolFacts(name, safety, idempotency, volatileArguments, urlArguments, paths, timeout);
    }

    public ToolFacts withTimeout(@Nullable Duration limit) {
        return new ToolFacts(name, safety, idempotency, volatileArguments, urlArguments, secretArguments, limit);
    }
}

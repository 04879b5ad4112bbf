package io.agentkit.coerce;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a check of an answer came to. Immutable, if the value is.
 *
 * @param value the answer as a value; null when it is not valid
 * @param problems all that is wrong with it, at most {@value OutputSchema#MAX_PROBLEMS}; empty when it is valid
 * @param <T> the type of the value
 */
public record CheckedOutput<T>(@Nullable T value, List<OutputProblem> problems) {

    public CheckedOutput {
        problems = List.copyOf(problems);
    }

    public boolean isValid() {
        return problems.isEmpty();
    }

    static <T> CheckedOutput<T> invalid(List<OutputProblem> problems) {
        return new CheckedOutput<>(null, problems);
    }
}

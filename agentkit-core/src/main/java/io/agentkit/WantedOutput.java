package io.agentkit;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants to have an answer as. Immutable.
 *
 * @param type the type of the value
 * @param partials is given what there is of the value while the answer streams, each time more of it; called by one thread at a time;
 *     one that throws is told no more; null for nobody
 * @param <T> the type of the value
 */
public record WantedOutput<T>(Class<T> type, @Nullable Consumer<? super T> partials) {

    public WantedOutput {
        Objects.requireNonNull(type, "'type' must not be null");
    }
}

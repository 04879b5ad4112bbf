package io.agentkit.cache;

import io.agentkit.Call;
import io.agentkit.chat.Request;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The application's own word for what makes two calls the same. Thread-safe.
 *
 * @param <Q> the request
 */
final class OwnKey<Q extends Request> {

    private final Function<? super Call<Q>, ?> function;
    private final Failures failures;

    OwnKey(Function<? super Call<Q>, ?> function, Failures failures) {
        this.function = function;
        this.failures = failures;
    }

    /** Null when it gives none, or fails. */
    @Nullable
    String of(Call<Q> call) {
        try {
            return function.apply(call) instanceof String text ? text : null;
        } catch (RuntimeException | LinkageError failure) {
            failures.tell(call, CacheFailed.Part.KEY, failure);
            return null;
        }
    }
}

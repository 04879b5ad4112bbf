package io.agentkit.cache;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.chat.Request;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which calls use answers again.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
final class Memoized<Q extends Request, R> {

    /**
     * Makes keys of calls.
     *
     * @param <Q> the request
     */
    interface Keys<Q extends Request> {

        /** The key; null when the answer must not be used again. */
        @Nullable
        String of(Call<Q> call);
    }

    private final Memoize<Q, R> memoize;
    private final Keys<Q> keys;
    private final @Nullable Predicate<? super Call<Q>> when;
    private final Failures failures;

    /** @param when which calls may; it can only rule out; null for all */
    Memoized(Memoize<Q, R> memoize, Keys<Q> keys, @Nullable Predicate<? super Call<Q>> when, Failures failures) {
        this.memoize = memoize;
        this.keys = keys;
        this.when = when;
        this.failures = failures;
    }

    R call(Call<Q> call, Next<Q, R> next) {
        CacheControl control = CacheControl.of(call);
        String key = control == CacheControl.BYPASS || !isWanted(call) ? null : keys.of(call);
        if (key == null) {
            return next.call(call);
        }
        return control == CacheControl.REFRESH ? memoize.miss(key, call, next) : memoize.call(key, call, next);
    }

    private boolean isWanted(Call<Q> call) {
        if (when == null) {
            return true;
        }
        try {
            return when.test(call);
        } catch (RuntimeException | LinkageError failure) {
            failures.tell(call, CacheFailed.Part.WHEN, failure);
            return false;
        }
    }

    int underWay() {
        return memoize.underWay();
    }
}

package io.agentkit.cache;

import io.agentkit.Call;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A store that may fail without any call failing. Thread-safe.
 *
 * @param <R> the reply
 */
final class GuardedStore<R> {

    private final CacheStore store;
    private final Answers<?, R> answers;
    private final Duration timeToLive;
    private final Duration stale;
    private final Failures failures;

    /** @param stale how long an answer stays after its time, for when there is no other; zero for not at all */
    GuardedStore(CacheStore store, Answers<?, R> answers, Duration timeToLive, Duration stale, Failures failures) {
        this.store = store;
        this.answers = answers;
        this.timeToLive = timeToLive;
        this.stale = stale;
        this.failures = failures;
    }

    /** The answer that is kept; null when there is none, when the store fails, or when what it has cannot be read. */
    @Nullable
    KeptAnswer<R> find(Call<?> call, String key) {
        KeptAnswer<R> kept = get(call, key);
        return kept == null || stale.isZero() || isFresh(call, kept) ? kept : null;
    }

    private boolean isFresh(Call<?> call, KeptAnswer<R> kept) {
        return call.time().epochMillis() - kept.since() < timeToLive.toMillis();
    }

    /** As {@link #find}, and one whose time is over for when there is no other. */
    @Nullable
    KeptAnswer<R> findStale(Call<?> call, String key) {
        return stale.isZero() ? null : get(call, key);
    }

    private @Nullable KeptAnswer<R> get(Call<?> call, String key) {
        try {
            CacheEntry entry = store.get(key);
            KeptAnswer<R> kept = entry == null ? null : answers.read(entry);
            failures.works(CacheFailed.Part.READ);
            return kept;
        } catch (RuntimeException | LinkageError failure) {
            failures.tell(call, CacheFailed.Part.READ, failure);
            return null;
        }
    }

    void keep(Call<?> call, String key, KeptAnswer<R> answer) {
        try {
            store.put(key, answer, timeToLive.plus(stale));
            failures.works(CacheFailed.Part.WRITE);
        } catch (RuntimeException | LinkageError failure) {
            failures.tell(call, CacheFailed.Part.WRITE, failure);
        }
    }
}

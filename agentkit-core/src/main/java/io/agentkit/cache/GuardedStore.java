package io.agentkit.cache;

import io.agentkit.Call;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A store that may fail without any call failing. Thread-safe. */
final class GuardedStore {

    private final CacheStore store;
    private final Duration timeToLive;
    private final Failures failures;

    GuardedStore(CacheStore store, Duration timeToLive, Failures failures) {
        this.store = store;
        this.timeToLive = timeToLive;
        this.failures = failures;
    }

    /** The answer that is kept; null when there is none, when the store fails, or when what it has cannot be read. */
    <R> @Nullable R find(Call<?> call, String key, Function<CacheEntry, R> reader) {
        try {
            CacheEntry entry = store.get(key);
            R answer = entry == null ? null : reader.apply(entry);
            failures.works(CacheFailed.Part.READ);
            return answer;
        } catch (RuntimeException | LinkageError failure) {
            failures.tell(call, CacheFailed.Part.READ, failure);
            return null;
        }
    }

    void keep(Call<?> call, String key, CacheEntry entry) {
        try {
            store.put(key, entry, timeToLive);
            failures.works(CacheFailed.Part.WRITE);
        } catch (RuntimeException | LinkageError failure) {
            failures.tell(call, CacheFailed.Part.WRITE, failure);
        }
    }
}

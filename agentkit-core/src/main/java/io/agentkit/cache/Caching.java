package io.agentkit.cache;

import io.agentkit.chat.Request;
import io.agentkit.spec.Resources;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a cache works with, made of its settings.
 *
 * @param resources where beans are found
 * @param figures what it is good for
 * @param store where answers are kept
 * @param failures what is told when something of it fails
 */
record Caching(Resources resources, CacheFigures figures, CacheStore store, Failures failures) {

    /**
     * @param unnamed what it is called when it is no bean
     * @param storeName name of a bean; null for a store in memory
     */
    static Caching of(Resources resources, String unnamed, @Nullable String storeName, int maxEntries, long maxBytes) {
        CacheStore store = storeName == null
                ? new InMemoryCacheStore(
                        maxEntries, maxBytes, resources.environment().time())
                : resources.get(storeName, CacheStore.class);
        String owner = resources.owner();
        CacheFigures figures = new CacheFigures(owner == null ? unnamed : owner, store);
        Caches caches = resources.find(Caches.class);
        if (caches != null) {
            caches.add(figures);
        }
        return new Caching(resources, figures, store, new Failures(figures));
    }

    /** @param stale how long answers stay after their time, for when there is no other */
    <Q extends Request, R> Memoize<Q, R> memoize(
            Answers<Q, R> answers, Duration timeToLive, Duration stale, Duration maxWait) {
        return new Memoize<>(
                answers, figures, new GuardedStore<>(store, answers, timeToLive, stale, failures), maxWait);
    }

    /** The application's key; null when none is named. */
    @SuppressWarnings("unchecked") // a function of calls; one of anything else fails, and is told of
    <Q extends Request> @Nullable OwnKey<Q> ownKey(@Nullable String name) {
        return name == null ? null : new OwnKey<>(resources.get(name, Function.class), failures);
    }

    /** The application's condition; null when none is named. */
    @SuppressWarnings("unchecked") // as of the key
    <T> @Nullable Predicate<T> when(@Nullable String name) {
        return name == null ? null : resources.get(name, Predicate.class);
    }
}

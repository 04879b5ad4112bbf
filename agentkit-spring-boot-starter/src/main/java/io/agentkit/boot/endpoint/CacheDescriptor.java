package io.agentkit.boot.endpoint;

import io.agentkit.cache.CacheFigures;
import io.agentkit.cache.InMemoryCacheStore;
import org.jspecify.annotations.Nullable;

/**
 * What one cache is good for, since the start.
 *
 * @param middleware the bean of its middleware
 * @param hits calls that got what another call was given, those that waited for it included
 * @param waits those of them that waited for a call under way
 * @param misses calls that would have taken such an answer
 * @param stale calls that got an answer whose time was over, since the model could not be reached
 * @param savedUsd what the answers that were used again have cost when they were new, as far as that is known; a decimal number as text
 * @param failures how often its store, key or condition failed
 * @param entries answers that are kept; absent when they are not kept in memory, as the next two
 * @param bytes how much memory they take, reckoned
 * @param evictions answers that were dropped for want of room
 */
public record CacheDescriptor(
        String middleware,
        long hits,
        long waits,
        long misses,
        long stale,
        String savedUsd,
        long failures,
        @Nullable Long entries,
        @Nullable Long bytes,
        @Nullable Long evictions) {

    static CacheDescriptor of(CacheFigures cache) {
        InMemoryCacheStore memory = cache.store() instanceof InMemoryCacheStore ours ? ours : null;
        return new CacheDescriptor(
                cache.name(),
                cache.hits(),
                cache.waits(),
                cache.misses(),
                cache.stale(),
                cache.savedUsd().toString(),
                cache.failures(),
                memory == null ? null : memory.size(),
                memory == null ? null : memory.bytes(),
                memory == null ? null : memory.evictions());
    }
}

package io.agentkit.cache;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where answers are kept. Thread-safe. What it throws is counted and told of, and calls go on without it; it should give up sooner than what it
 * saves.
 */
public interface CacheStore {

    /** The entry, also one without text; null when there is none, or when its time is over. */
    @Nullable
    CacheEntry get(String key);

    /**
     * Keeps an entry in place of what the key had before, or does not when there is no room.
     *
     * @param timeToLive more than zero; the entry is gone when it has passed
     */
    void put(String key, CacheEntry entry, Duration timeToLive);

    /** Without effect when there is none. */
    void remove(String key);
}

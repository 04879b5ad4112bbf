package io.agentkit.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Keeps entries in this process: at most so many and so large, those longest that are asked for most. Thread-safe.
 */
public final class InMemoryCacheStore implements CacheStore {

    /** What an entry takes besides what it holds: its key and its place. */
    private static final long OVERHEAD = 300;

    private record Held(CacheEntry entry, long nanos) {

        long bytes() {
            return OVERHEAD + Math.max(0, entry.bytes());
        }
    }

    private final LongAdder bytes = new LongAdder();
    private final LongAdder evictions = new LongAdder();
    private final Cache<String, Held> entries;

    /**
     * @param maxEntries how many entries are kept, at least 1
     * @param maxBytes how much they take together, reckoned, at least 1,024
     */
    public InMemoryCacheStore(int maxEntries, long maxBytes, Time time) {
        if (maxEntries < 1) {
            throw new IllegalArgumentException("'maxEntries' must be at least 1 (was %d)".formatted(maxEntries));
        }
        if (maxBytes < 1_024) {
            throw new IllegalArgumentException("'maxBytes' must be at least 1024 (was %d)".formatted(maxBytes));
        }
        // Caffeine keeps to one bound: with no entry lighter than its share, weight bounds their number, too.
        long share = maxBytes / maxEntries;
        entries = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((String key, Held held) -> weight(Math.max(share, held.bytes())))
                .expireAfter(Expiry.writing((String key, Held held) -> Duration.ofNanos(held.nanos())))
                .ticker(time::nanoTime)
                .executor(Runnable::run)
                .removalListener(this::removed)
                .build();
    }

    private static int weight(long bytes) {
        return (int) Math.min(Integer.MAX_VALUE, bytes);
    }

    private void removed(@Nullable String key, @Nullable Held held, RemovalCause cause) {
        if (held != null) {
            bytes.add(-held.bytes());
        }
        if (cause == RemovalCause.SIZE) {
            evictions.increment();
        }
    }

    @Override
    public @Nullable CacheEntry get(String key) {
        Held held = entries.getIfPresent(key);
        return held == null ? null : held.entry();
    }

    @Override
    public void put(String key, CacheEntry entry, Duration timeToLive) {
        Held held = new Held(entry, nanos(timeToLive));
        bytes.add(held.bytes());
        entries.put(key, held);
    }

    /** Saturates: an entry of 300 years stays. */
    private static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }

    @Override
    public void remove(String key) {
        entries.invalidate(key);
    }

    /** How many entries there are. */
    public long size() {
        entries.cleanUp();
        return entries.estimatedSize();
    }

    /** How much they take, reckoned. */
    public long bytes() {
        entries.cleanUp();
        return bytes.sum();
    }

    /** How many were dropped for want of room. */
    public long evictions() {
        return evictions.sum();
    }
}

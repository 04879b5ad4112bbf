package io.agentkit.cache.semantic;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Keeps questions with their vectors and answers in this process: at most so many and so large, those longest that are asked for most. Texts
 * that come again are not embedded again. Thread-safe.
 */
public final class InMemorySemanticIndex implements SemanticIndex {

    /** What a question takes besides its texts and its vector. */
    private static final long OVERHEAD = 600;

    /** How many texts' vectors are kept for when they come again. */
    private static final int REPEATED = 1_024;

    private record Place(String partition, String id) {}

    private record Held(SemanticEntry entry, long nanos, long bytes) {}

    private final Embedder embedder;
    private final Cache<String, float[]> repeated;
    private final Cache<Place, Held> held;
    private final ConcurrentMap<String, Partition> partitions = new ConcurrentHashMap<>();
    private final LongAdder evictions = new LongAdder();

    /**
     * @param maxEntries how many questions are kept, at least 1
     * @param maxBytes how much they take together, reckoned, at least 1,024
     */
    public InMemorySemanticIndex(Embedder embedder, int maxEntries, long maxBytes, Time time) {
        if (maxEntries < 1) {
            throw new IllegalArgumentException("'maxEntries' must be at least 1 (was %d)".formatted(maxEntries));
        }
        if (maxBytes < 1_024) {
            throw new IllegalArgumentException("'maxBytes' must be at least 1024 (was %d)".formatted(maxBytes));
        }
        this.embedder = embedder;
        repeated = Caffeine.newBuilder()
                .maximumSize(Math.min(REPEATED, maxEntries))
                .executor(Runnable::run)
                .build();
        // Caffeine keeps to one bound: with no question lighter than its share, weight bounds their number, too.
        long share = maxBytes / maxEntries;
        held = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((Place place, Held each) -> (int) Math.min(Integer.MAX_VALUE, Math.max(share, each.bytes())))
                .expireAfter(Expiry.writing((Place place, Held each) -> Duration.ofNanos(each.nanos())))
                .ticker(time::nanoTime)
                .executor(Runnable::run)
                .removalListener(this::removed)
                .build();
    }

    @Override
    public List<SemanticMatch> search(String partition, String text, int most, double threshold) {
        Partition asked = partitions.get(partition);
        if (asked == null) {
            return List.of();
        }
        List<SemanticMatch> found = asked.search(vector(text), most, threshold);
        List<SemanticMatch> alive = new ArrayList<>(found.size());
        for (SemanticMatch each : found) {
            if (held.getIfPresent(new Place(partition, each.entry().id())) != null) {
                alive.add(each);
            }
        }
        return alive;
    }

    @Override
    public void put(String partition, SemanticEntry entry, Duration timeToLive) {
        float[] unit = vector(entry.text());
        while (!partitions
                .computeIfAbsent(partition, absent -> new Partition(unit.length))
                .put(entry, unit)) {
            Thread.onSpinWait();
        }
        long bytes = OVERHEAD
                + 4L * unit.length
                + 2L * entry.text().length()
                + Math.max(0, entry.answer().bytes());
        held.put(new Place(partition, entry.id()), new Held(entry, nanos(timeToLive), bytes));
    }

    @Override
    public void remove(String partition, String id) {
        held.invalidate(new Place(partition, id));
    }

    private void removed(@Nullable Place place, @Nullable Held each, RemovalCause cause) {
        if (cause == RemovalCause.SIZE) {
            evictions.increment();
        }
        if (place == null || each == null) {
            return;
        }
        Partition partition = partitions.get(place.partition());
        // What took an entry's place has its id and stays.
        if (partition != null && partition.remove(place.id(), each.entry())) {
            partitions.remove(place.partition(), partition);
        }
    }

    private float[] vector(String text) {
        float[] kept = repeated.getIfPresent(text);
        if (kept == null) {
            kept = Vectors.unit(embedder.embed(text));
            repeated.put(text, kept);
        }
        return kept;
    }

    /** Saturates: an entry of 300 years stays. */
    private static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }

    /** How many questions there are. */
    public long size() {
        held.cleanUp();
        return partitions.values().stream().mapToLong(Partition::size).sum();
    }

    /** In how many partitions they are. */
    public int partitions() {
        held.cleanUp();
        return partitions.size();
    }

    /** How many were dropped for want of room. */
    public long evictions() {
        return evictions.sum();
    }
}

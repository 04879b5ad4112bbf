package io.agentkit.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the newest audit records in memory, for one process and until it ends. Thread-safe.
 */
public final class InMemoryAuditStore implements AuditStore {

    /** The usual bound. */
    public static final int DEFAULT_CAPACITY = 10_000;

    private final Map<String, Long> places = new HashMap<>();
    private final int capacity;
    private @Nullable AuditRecord[] ring;

    /** How many records were ever appended; a record's place is what this was before it. */
    private long appended;

    public InMemoryAuditStore() {
        this(DEFAULT_CAPACITY);
    }

    /** @param capacity how many records are kept before the oldest goes, at least 1 */
    public InMemoryAuditStore(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("'capacity' must be at least 1 (was %d)".formatted(capacity));
        }
        this.capacity = capacity;
        this.ring = new AuditRecord[Math.min(capacity, 64)];
    }

    @Override
    public synchronized void append(AuditRecord record) {
        Objects.requireNonNull(record, "'record' must not be null");
        if (appended == ring.length && ring.length < capacity) {
            @Nullable AuditRecord[] larger = new AuditRecord[Math.min(capacity, ring.length * 2)];
            System.arraycopy(ring, 0, larger, 0, ring.length);
            ring = larger;
        }
        int slot = (int) (appended % ring.length);
        AuditRecord oldest = ring[slot];
        if (oldest != null) {
            places.remove(oldest.id());
        }
        ring[slot] = record;
        places.put(record.id(), appended);
        appended++;
    }

    @Override
    public synchronized @Nullable AuditRecord find(String id) {
        Long place = places.get(id);
        return place == null ? null : ring[(int) (place % ring.length)];
    }

    @Override
    public synchronized AuditPage find(AuditFilter filter, @Nullable String before, int size) {
        if (size < 1) {
            throw new IllegalArgumentException("'size' must be at least 1 (was %d)".formatted(size));
        }
        Long place = before == null ? Long.valueOf(appended) : places.get(before);
        if (place == null) {
            return new AuditPage(List.of(), null);
        }
        List<AuditRecord> found = new ArrayList<>(Math.min(size, 100));
        long oldest = Math.max(0, appended - ring.length);
        for (long i = place - 1; i >= oldest; i--) {
            AuditRecord record = ring[(int) (i % ring.length)];
            if (record != null && filter.fits(record)) {
                if (found.size() == size) {
                    return new AuditPage(found, found.get(size - 1).id());
                }
                found.add(record);
            }
        }
        return new AuditPage(found, null);
    }
}

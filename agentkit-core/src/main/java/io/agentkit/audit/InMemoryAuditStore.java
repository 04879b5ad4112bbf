package io.agentkit.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the newest entries in memory, for one process and until it ends. Thread-safe.
 */
public final class InMemoryAuditStore implements AuditStore {

    /** The usual bound. */
    public static final int DEFAULT_CAPACITY = 10_000;

    private static final int FIRST_SIZE = 64;

    private final AuditCodec codec = new AuditCodec();
    private final OpenCalls open = new OpenCalls();
    private final int capacity;
    private @Nullable AuditRecord[] ring;

    /** Place of the newest record. */
    private long head;

    private String headHash = AuditRecord.NOTHING;

    /** Hash of the record before the oldest one. */
    private String removedHash = AuditRecord.NOTHING;

    public InMemoryAuditStore() {
        this(DEFAULT_CAPACITY);
    }

    /** @param capacity how many entries are kept before the oldest goes, at least 1 */
    public InMemoryAuditStore(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("'capacity' must be at least 1 (was %d)".formatted(capacity));
        }
        this.capacity = capacity;
        this.ring = new AuditRecord[Math.min(capacity, FIRST_SIZE)];
    }

    @Override
    public synchronized void append(AuditEntry entry) {
        Objects.requireNonNull(entry, "'entry' must not be null");
        AuditRecord record = codec.record(head + 1, headHash, entry);
        if (head == ring.length && ring.length < capacity) {
            @Nullable AuditRecord[] larger = new AuditRecord[Math.min(capacity, ring.length * 2)];
            System.arraycopy(ring, 0, larger, 0, ring.length);
            ring = larger;
        }
        int slot = (int) (head % ring.length);
        AuditRecord oldest = ring[slot];
        if (oldest != null) {
            removedHash = oldest.hash();
        }
        ring[slot] = record;
        open.add(record);
        head++;
        headHash = record.hash();
    }

    private long oldest() {
        return Math.max(1, head - ring.length + 1);
    }

    private AuditRecord at(long number) {
        return Objects.requireNonNull(ring[(int) ((number - 1) % ring.length)], "a record in its place");
    }

    @Override
    public synchronized List<AuditRecord> find(String id) {
        List<AuditRecord> found = new ArrayList<>(2);
        for (long number = oldest(); number <= head; number++) {
            if (at(number).isOf(id)) {
                found.add(at(number));
            }
        }
        return found;
    }

    @Override
    public synchronized AuditPage find(AuditFilter filter, @Nullable String before, int size) {
        AuditPages pages = new AuditPages(filter, open, before, size);
        for (long number = Math.min(head, pages.before() - 1); number >= oldest(); number--) {
            if (!pages.take(at(number))) {
                break;
            }
        }
        return pages.page();
    }

    @Override
    public AuditVerification verify() {
        ChainCheck check = new ChainCheck("");
        AuditCodec own = new AuditCodec();
        // Nobody waits with an entry while all of them are looked at.
        for (AuditRecord record : all(check)) {
            check.line(own.write(record), "place " + record.number());
        }
        return new AuditVerification(List.of(check.state()));
    }

    private synchronized List<AuditRecord> all(ChainCheck check) {
        check.removed(oldest() - 1, removedHash);
        List<AuditRecord> all = new ArrayList<>(ring.length);
        for (long number = oldest(); number <= head; number++) {
            all.add(at(number));
        }
        return all;
    }
}

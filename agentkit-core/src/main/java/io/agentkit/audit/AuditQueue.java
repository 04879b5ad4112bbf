package io.agentkit.audit;

import io.agentkit.lock.BriefLock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is to be written, in order: entries that nobody waits for, and {@link Waiting} for those that somebody does. Thread-safe. */
final class AuditQueue {

    /** More than these nobody may leave here without waiting. */
    static final int MOST = 8_192;

    /** An entry that somebody waits for. Guarded by whoever writes. */
    static final class Waiting {

        final AuditEntry entry;

        /** What had ever been written when it was; 0 before that. */
        long written;

        /** Why it was not. */
        @Nullable
        Throwable failure;

        Waiting(AuditEntry entry) {
            this.entry = entry;
        }

        boolean isDone() {
            return written > 0 || failure != null;
        }
    }

    private final BriefLock lock = new BriefLock();
    private List<Object> items = new ArrayList<>();
    private List<Object> spare = new ArrayList<>();

    /**
     * Whether it was taken; not when there are too many.
     *
     * @param most how many there may be with it
     */
    boolean offer(AuditEntry entry, int most) {
        lock.lock();
        try {
            return items.size() < most && items.add(entry);
        } finally {
            lock.unlock();
        }
    }

    void add(Waiting waiting) {
        lock.lock();
        try {
            items.add(waiting);
        } finally {
            lock.unlock();
        }
    }

    /** All of them. What was taken before must not be used any more: one at a time takes. */
    List<Object> take() {
        spare.clear();
        lock.lock();
        try {
            List<Object> taken = items;
            items = spare;
            spare = taken;
            return taken;
        } finally {
            lock.unlock();
        }
    }
}

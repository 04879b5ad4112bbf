package io.agentkit.safety;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Approvals by id, and by the calls that they are for. Belongs to the lock of its {@link Approvals}. */
final class ApprovalBook {

    private final int max;
    private final Map<String, ApprovalEntry> pending = new LinkedHashMap<>();

    /** Decided, used or over: kept to be found, the oldest of too many is forgotten. */
    private final Map<String, ApprovalEntry> ended = new LinkedHashMap<>();

    /** Those that answer a call which comes again. */
    private final Map<String, List<ApprovalEntry>> byCall = new HashMap<>();

    /** Nothing expires before that, on the monotonic clock. */
    private long nextExpiry;

    ApprovalBook(int max, long nanoTime) {
        this.max = max;
        this.nextExpiry = nanoTime;
    }

    int size() {
        return pending.size();
    }

    boolean isFull() {
        return pending.size() >= max;
    }

    Iterable<ApprovalEntry> inOrder() {
        return pending.values();
    }

    @Nullable
    ApprovalEntry find(String id) {
        ApprovalEntry found = pending.get(id);
        return found == null ? ended.get(id) : found;
    }

    /**
     * What answers a call: what was said of this very call; else what was said of an equal one in the same run, in case nobody waits for
     * that: frameworks and models give a call that is made again another identity.
     */
    @Nullable
    ApprovalEntry match(String key, String fingerprint) {
        List<ApprovalEntry> equal = byCall.getOrDefault(fingerprint, List.of());
        for (ApprovalEntry each : equal) {
            if (!key.isEmpty() && each.key.equals(key)) {
                return each;
            }
        }
        ApprovalEntry found = free(equal, ApprovalState.APPROVED);
        if (found == null) {
            found = free(equal, ApprovalState.DENIED);
        }
        return found == null ? free(equal, ApprovalState.PENDING) : found;
    }

    private static @Nullable ApprovalEntry free(List<ApprovalEntry> equal, ApprovalState state) {
        for (ApprovalEntry each : equal) {
            if (each.state == state && each.waiting.isEmpty()) {
                return each;
            }
        }
        return null;
    }

    void add(ApprovalEntry entry) {
        pending.put(entry.request.id(), entry);
        byCall.computeIfAbsent(entry.fingerprint, absent -> new ArrayList<>(1)).add(entry);
        watch(entry);
    }

    private void watch(ApprovalEntry entry) {
        if (entry.expires - nextExpiry < 0) {
            nextExpiry = entry.expires;
        }
    }

    /** It is pending no longer. */
    void ended(ApprovalEntry entry) {
        pending.remove(entry.request.id());
        ended.put(entry.request.id(), entry);
        watch(entry);
        if (entry.state != ApprovalState.APPROVED && entry.state != ApprovalState.DENIED) {
            answersNoMore(entry);
        }
        if (ended.size() > max) {
            ApprovalEntry oldest = ended.values().iterator().next();
            ended.remove(oldest.request.id());
            answersNoMore(oldest);
        }
    }

    void answersNoMore(ApprovalEntry entry) {
        byCall.computeIfPresent(entry.fingerprint, (fingerprint, equal) -> {
            equal.remove(entry);
            return equal.isEmpty() ? null : equal;
        });
    }

    /** Ends what is over by now. */
    void sweep(long nanoTime, Consumer<ApprovalEntry> expired) {
        if (nextExpiry - nanoTime > 0) {
            return;
        }
        ended.values().removeIf(each -> forget(each, nanoTime));
        List<ApprovalEntry> over = new ArrayList<>();
        nextExpiry = nanoTime + Long.MAX_VALUE / 2;
        for (ApprovalEntry each : pending.values()) {
            if (each.isExpired(nanoTime)) {
                over.add(each);
            } else {
                watch(each);
            }
        }
        ended.values().forEach(this::watch);
        for (ApprovalEntry each : over) {
            each.end(ApprovalState.EXPIRED, nanoTime);
            ended(each);
            expired.accept(each);
        }
    }

    private boolean forget(ApprovalEntry entry, long nanoTime) {
        if (entry.isExpired(nanoTime)) {
            answersNoMore(entry);
            return true;
        }
        return false;
    }
}

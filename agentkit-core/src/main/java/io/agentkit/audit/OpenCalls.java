package io.agentkit.audit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls that were begun and have no outcome: under way, or cut short. Bounded; the oldest go first. Not thread-safe. */
final class OpenCalls {

    /** Most calls. */
    static final int MOST = 10_000;

    private final Map<String, Started> calls = new LinkedHashMap<>();

    /** The requests of one call, by their number. */
    private static final class Started {

        final Map<Integer, AuditRecord> requests = new LinkedHashMap<>();
        AuditRecord newest;

        Started(AuditRecord first) {
            newest = first;
        }
    }

    void add(AuditRecord record) {
        if (record.entry() instanceof AuditStarted started) {
            Started known = calls.computeIfAbsent(started.call().id(), id -> new Started(record));
            known.requests.put(started.request(), record);
            known.newest = record;
            if (calls.size() > MOST) {
                calls.remove(calls.keySet().iterator().next());
            }
        } else if (record.entry() instanceof AuditOutcome outcome) {
            calls.remove(outcome.call().id());
        }
    }

    /** Whether the record is an outcome, or the last that is known of a call without one. */
    boolean isListed(AuditRecord record) {
        if (record.entry() instanceof AuditStarted started) {
            Started known = calls.get(started.call().id());
            return known != null && known.newest.number() == record.number();
        }
        return record.entry() instanceof AuditOutcome;
    }

    /** What is known of a call; null when it has an outcome, or is not known. */
    @Nullable
    List<AuditRecord> find(String id) {
        Started known = calls.get(id);
        return known == null ? null : List.copyOf(known.requests.values());
    }

    /** What was told of all of them, oldest first. */
    List<AuditEntry> starts() {
        List<AuditEntry> all = new ArrayList<>();
        calls.values().forEach(call -> call.requests.values().forEach(record -> all.add(record.entry())));
        return all;
    }

    /** The newest record of each, newest first. */
    List<AuditRecord> newestFirst() {
        List<AuditRecord> all = new ArrayList<>(calls.size());
        calls.values().forEach(call -> all.add(call.newest));
        all.sort((one, other) -> Long.compare(other.number(), one.number()));
        return all;
    }

    /** As they are now, for looking things up. */
    OpenCalls copy() {
        OpenCalls copy = new OpenCalls();
        calls.values().forEach(call -> call.requests.values().forEach(copy::add));
        return copy;
    }
}

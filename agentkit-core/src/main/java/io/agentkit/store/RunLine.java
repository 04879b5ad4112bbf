package io.agentkit.store;

import io.agentkit.RunTotals;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** What one run has used, and the newest entries that it was added up from. Not thread-safe. */
final class RunLine {

    private final Set<String> entries = new LinkedHashSet<>();
    private RunTotals totals = RunTotals.NONE;
    private Instant changed = Instant.EPOCH;

    RunTotals totals() {
        return totals;
    }

    /** When something was added last. */
    Instant changed() {
        return changed;
    }

    boolean knows(String entry) {
        return entries.contains(entry);
    }

    /** The newest entries, oldest first. */
    Collection<String> entries() {
        return entries;
    }

    void restore(Collection<String> known, RunTotals all, Instant at) {
        entries.addAll(known);
        totals = all;
        changed = at;
    }

    RunTotals add(String entry, RunTotals more, Instant now) {
        if (entries.size() == RunLedger.KNOWN_ENTRIES) {
            entries.remove(entries.iterator().next());
        }
        entries.add(entry);
        totals = totals.plus(more);
        changed = now;
        return totals;
    }
}

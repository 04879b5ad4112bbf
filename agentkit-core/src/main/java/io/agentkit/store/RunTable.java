package io.agentkit.store;

import io.agentkit.RunTotals;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The runs of a ledger, the one that was used longest ago first. Bounded: the first makes room for a new one. Not thread-safe. */
final class RunTable {

    private static final float LOAD = 0.75f;

    private final Map<String, RunLine> lines = new LinkedHashMap<>(16, LOAD, true);
    private final int maxRuns;

    /** @param maxRuns at least 1 */
    RunTable(int maxRuns) {
        if (maxRuns < 1) {
            throw new IllegalArgumentException("'maxRuns' must be at least 1 (was %d)".formatted(maxRuns));
        }
        this.maxRuns = maxRuns;
    }

    @Nullable
    RunLine find(String run) {
        return lines.get(run);
    }

    void put(String run, RunLine line) {
        lines.put(run, line);
        if (lines.size() > maxRuns) {
            lines.remove(lines.keySet().iterator().next());
        }
    }

    /** Adds an entry that is not known yet. */
    RunTotals add(String run, String entry, RunTotals more, Instant now) {
        RunLine line = lines.get(run);
        if (line == null) {
            line = new RunLine();
            put(run, line);
        }
        return line.add(entry, more, now);
    }

    void forgetBefore(Instant moment) {
        lines.values().removeIf(line -> line.changed().isBefore(moment));
    }

    /** Those whose turn to be forgotten comes first, first. */
    Collection<Map.Entry<String, RunLine>> all() {
        return lines.entrySet();
    }

    int size() {
        return lines.size();
    }
}

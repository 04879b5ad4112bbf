package io.agentkit.spend;

import io.agentkit.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The costs of one run, or of all calls for one scope that are runs of their own. Guarded by the meter's lock. */
final class RunCosts {

    private static final int MOST_MODELS = 200;

    /** Rounds of tools from here on are counted together. */
    static final int LAST_ROUND = 20;

    /** Where its entries end up. */
    final CostLines lines;

    final Scope scope;

    /** What is in the lines already; null for calls that nobody grouped. */
    private final @Nullable CostAccount booked;

    private final Map<String, CostEntry[]> byModel = new HashMap<>();
    private final List<CostEntry> entries = new ArrayList<>();
    private @Nullable CostEntry last;

    /** Whether it made place for others: what still comes goes to the lines at once. */
    private boolean closed;

    RunCosts(CostLines lines, Scope scope, @Nullable CostAccount booked) {
        this.lines = lines;
        this.scope = scope;
        this.booked = booked;
    }

    CostEntry entry(String model, int round) {
        int place = Math.min(round, LAST_ROUND);
        CostEntry known = last;
        if (known == null || known.round != place || !known.model.equals(model)) {
            known = find(model, place);
            last = known;
        }
        return known;
    }

    private CostEntry find(String model, int round) {
        String line = byModel.size() < MOST_MODELS || byModel.containsKey(model) ? model : CostMeter.OTHER;
        CostEntry[] rounds = byModel.computeIfAbsent(line, absent -> new CostEntry[LAST_ROUND + 1]);
        CostEntry entry = rounds[round];
        if (entry == null) {
            entry = new CostEntry(this, line, round);
            rounds[round] = entry;
            entries.add(entry);
        }
        return entry;
    }

    List<CostEntry> entries() {
        return entries;
    }

    /** The run's own line; null when it has none, or none any more. */
    @Nullable
    CostAccount line() {
        return closed ? null : booked;
    }

    CostTotals totals() {
        return booked == null ? CostTotals.NONE : booked.totals();
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }
}

package io.agentkit.spend;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What was booked, by model, scope and round of tools. Bounded: what has no place any more is counted together. Guarded by the meter's
 * lock.
 */
final class CostLines {

    private static final int MOST_MODELS = 200;

    private static final int MOST_SCOPES = 20;

    private static final int MOST_VALUES = 1_000;

    private final Map<String, CostAccount> byModel = new HashMap<>();
    private final Map<String, Map<String, CostAccount>> byScope = new HashMap<>();
    private final Map<Integer, CostAccount> byRound = new TreeMap<>();

    /** All of it together. */
    final CostAccount total = new CostAccount();

    /** Runs that have no line of their own any more, and calls that nobody grouped. */
    final CostAccount otherRuns = new CostAccount();

    /** The same for the time since somebody last asked; null while nobody keeps a history. */
    @Nullable
    CostLines recent;

    /** Takes over what is in the entries. */
    void take(RunCosts run) {
        for (CostEntry entry : run.entries()) {
            take(entry);
        }
    }

    void take(CostEntry entry) {
        if (!entry.account.isTouched()) {
            return;
        }
        add(entry);
        if (recent != null) {
            recent.add(entry);
        }
        CostAccount own = entry.run.line();
        (own == null ? otherRuns : own).add(entry.account);
        entry.account.clear();
    }

    private void add(CostEntry entry) {
        CostAccount more = entry.account;
        total.add(more);
        line(byModel, entry.model, MOST_MODELS).add(more);
        byRound.computeIfAbsent(entry.round, absent -> new CostAccount()).add(more);
        boolean elsewhere = false;
        for (Map.Entry<String, String> each : entry.run.scope.values().entrySet()) {
            Map<String, CostAccount> values = byScope.get(each.getKey());
            if (values == null && byScope.size() < MOST_SCOPES) {
                values = byScope.computeIfAbsent(each.getKey(), absent -> new HashMap<>());
            }
            if (values == null) {
                elsewhere = true;
            } else {
                line(values, each.getValue(), MOST_VALUES).add(more);
            }
        }
        if (elsewhere) {
            // Once, however many of its keys have no place.
            Map<String, CostAccount> others = byScope.computeIfAbsent(CostMeter.OTHER, absent -> new HashMap<>());
            line(others, CostMeter.OTHER, 1).add(more);
        }
    }

    /** A run that gives up its line: what still comes of it goes to the others. */
    void close(RunCosts run) {
        take(run);
        CostAccount own = run.line();
        if (own != null) {
            otherRuns.add(own);
        }
        run.close();
    }

    private static CostAccount line(Map<String, CostAccount> lines, String key, int most) {
        CostAccount line = lines.get(key);
        if (line != null) {
            return line;
        }
        return lines.computeIfAbsent(lines.size() < most ? key : CostMeter.OTHER, absent -> new CostAccount());
    }

    Map<String, CostTotals> byModel() {
        return totals(byModel);
    }

    Map<String, Map<String, CostTotals>> byScope() {
        Map<String, Map<String, CostTotals>> scopes = new TreeMap<>();
        byScope.forEach((key, values) -> scopes.put(key, totals(values)));
        return scopes;
    }

    Map<Integer, CostTotals> byRound() {
        Map<Integer, CostTotals> totals = new TreeMap<>();
        byRound.forEach((round, line) -> totals.put(round, line.totals()));
        return totals;
    }

    private static Map<String, CostTotals> totals(Map<String, CostAccount> lines) {
        Map<String, CostTotals> totals = new TreeMap<>();
        lines.forEach((key, line) -> totals.put(key, line.totals()));
        return totals;
    }
}

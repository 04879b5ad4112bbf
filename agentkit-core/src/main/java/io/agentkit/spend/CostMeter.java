package io.agentkit.spend;

import io.agentkit.Run;
import io.agentkit.Scope;
import io.agentkit.Use;
import io.agentkit.chat.Usage;
import io.agentkit.lock.BriefLock;
import io.agentkit.money.Money;
import io.agentkit.time.Time;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts money and tokens in two views, answers and all spend, with the waste between them: in total, by model, by scope, by run and by
 * round of tools. Thread-safe: one lock over all of it, so a {@link #snapshot} never shows one part without the other. Bounded: what has no
 * place any more is counted together under {@value #OTHER}.
 *
 * <p>A booking goes to one entry, which stands for its model, scope, run and round at once; the total and the lines are made of entries
 * when somebody looks.
 */
public final class CostMeter {

    /** Stands for all that have no line of their own. */
    public static final String OTHER = "(other)";

    /** Stands for a model that nobody named. */
    public static final String UNKNOWN_MODEL = "(unknown)";

    private static final int MOST_RUNS = 1_000;

    private static final int MOST_SCOPES = 1_000;

    private final BriefLock lock = new BriefLock();
    private final Time time;
    private final Map<String, RunCosts> runs = new LinkedHashMap<>();
    private final Map<Scope, RunCosts> scopes = new LinkedHashMap<>();
    private CostLines lines = new CostLines();
    private Instant since;

    public CostMeter(Time time) {
        this.time = Objects.requireNonNull(time, "'time' must not be null");
        this.since = time.now();
    }

    /**
     * Counts a request.
     *
     * @return where it was counted, for what follows
     */
    CostEntry request(@Nullable String model, Run run, Usage usage, @Nullable Money usd) {
        lock.lock();
        try {
            CostEntry entry = entry(model, run);
            entry.account.request(usage, usd);
            booked(entry);
            return entry;
        } finally {
            lock.unlock();
        }
    }

    /** Counts what a request was good for. */
    void use(CostEntry entry, Use use, Usage usage, @Nullable Money usd) {
        lock.lock();
        try {
            if (isCurrent(entry)) {
                entry.account.use(use, usage, usd);
                booked(entry);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Counts a request with another usage than it was counted with.
     *
     * @param use what it was good for; null when nobody knows yet
     */
    void correct(
            CostEntry entry,
            @Nullable Use use,
            Usage counted,
            @Nullable Money countedUsd,
            Usage actual,
            @Nullable Money actualUsd) {
        lock.lock();
        try {
            if (isCurrent(entry)) {
                correct(entry.account, use, counted, countedUsd, actual, actualUsd);
                booked(entry);
            }
        } finally {
            lock.unlock();
        }
    }

    private static void correct(
            CostAccount account,
            @Nullable Use use,
            Usage counted,
            @Nullable Money countedUsd,
            Usage actual,
            @Nullable Money actualUsd) {
        account.withdraw(use, counted, countedUsd);
        account.request(actual, actualUsd);
        if (use != null) {
            account.use(use, actual, actualUsd);
        }
    }

    /** Counts an answer that no request gave. */
    void answeredElsewhere(@Nullable String model, Run run, Money saved) {
        lock.lock();
        try {
            CostEntry entry = entry(model, run);
            entry.account.answeredElsewhere(saved);
            booked(entry);
        } finally {
            lock.unlock();
        }
    }

    private CostEntry entry(@Nullable String model, Run run) {
        return costs(run).entry(model == null ? UNKNOWN_MODEL : model, run.toolRounds());
    }

    private RunCosts costs(Run run) {
        Run opened = opened(run);
        if (opened != null) {
            RunCosts known = runs.get(opened.id());
            if (known == null) {
                return added(runs, MOST_RUNS, opened.id(), new RunCosts(lines, run.scope(), new CostAccount()));
            }
            if (known.scope.equals(run.scope())) {
                return known;
            }
            // The same id for somebody else, who must not be charged for the other: the line is the first one's.
        }
        RunCosts known = scopes.get(run.scope());
        return known != null ? known : added(scopes, MOST_SCOPES, run.scope(), new RunCosts(lines, run.scope(), null));
    }

    /** The innermost run that somebody opened: an agent inside a tool that opened none works for that one. */
    private static @Nullable Run opened(Run run) {
        Run each = run;
        while (each != null && !each.isNamed()) {
            each = each.parent();
        }
        return each;
    }

    /** The one that came first makes place: long-lived ones come back as new. */
    private <K> RunCosts added(Map<K, RunCosts> all, int most, K key, RunCosts added) {
        if (all.size() >= most) {
            Iterator<RunCosts> oldest = all.values().iterator();
            lines.close(oldest.next());
            oldest.remove();
        }
        all.put(key, added);
        return added;
    }

    /** What was counted before a reset is of no interest after it. */
    private boolean isCurrent(CostEntry entry) {
        return entry.run.lines == lines;
    }

    private void booked(CostEntry entry) {
        if (entry.run.isClosed()) {
            lines.take(entry);
        }
    }

    /** What was counted since the last time that this was asked, by model and scope; nothing the first time. */
    CostLines recent() {
        lock.lock();
        try {
            takeAll();
            CostLines recent = lines.recent;
            lines.recent = new CostLines();
            return recent == null ? new CostLines() : recent;
        } finally {
            lock.unlock();
        }
    }

    private void takeAll() {
        runs.values().forEach(lines::take);
        scopes.values().forEach(lines::take);
    }

    /** What was counted since the last reset. */
    public CostSnapshot snapshot() {
        lock.lock();
        try {
            takeAll();
            Map<String, CostTotals> byRun = new LinkedHashMap<>();
            runs.forEach((id, run) -> byRun.put(id, run.totals()));
            byRun.put(OTHER, lines.otherRuns.totals());
            return new CostSnapshot(
                    since, lines.total.totals(), lines.byModel(), lines.byScope(), byRun, lines.byRound());
        } finally {
            lock.unlock();
        }
    }

    /** When counting began: at the last reset, else when this was made. */
    public Instant since() {
        lock.lock();
        try {
            return since;
        } finally {
            lock.unlock();
        }
    }

    /** All of it together since the last reset; cheaper than a {@link #snapshot}. */
    public CostTotals total() {
        lock.lock();
        try {
            takeAll();
            return lines.total.totals();
        } finally {
            lock.unlock();
        }
    }

    /** Starts again from nothing. Requests that are under way count nowhere. */
    public void reset() {
        lock.lock();
        try {
            takeAll();
            CostLines recent = lines.recent;
            lines = new CostLines();
            lines.recent = recent;
            runs.clear();
            scopes.clear();
            since = time.now();
        } finally {
            lock.unlock();
        }
    }
}

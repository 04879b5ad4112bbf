package io.agentkit.spend;

import io.agentkit.Scope;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.time.Time;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts money and tokens in two views, answers and all spend, in total, by model and by scope. Thread-safe: one lock over both views, so a
 * {@link #snapshot} never shows one without the other. Bounded: what has no place any more is counted together under {@value #OTHER}.
 */
public final class CostMeter {

    /** Stands for all that have no line of their own. */
    public static final String OTHER = "(other)";

    /** Stands for a model that nobody named. */
    public static final String UNKNOWN_MODEL = "(unknown)";

    private static final int MOST_MODELS = 200;

    private static final int MOST_SCOPES = 20;

    private static final int MOST_VALUES = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Time time;
    private final Map<String, CostAccount> byModel = new HashMap<>();
    private final Map<String, Map<String, CostAccount>> byScope = new HashMap<>();
    private CostAccount total = new CostAccount();
    private Instant since;

    public CostMeter(Time time) {
        this.time = Objects.requireNonNull(time, "'time' must not be null");
        this.since = time.now();
    }

    /** Counts an answer; one from a cache has used nothing and costs 0. */
    void answer(@Nullable String model, Scope scope, Usage usage, @Nullable Money usd) {
        lock.lock();
        try {
            total.answer(usage, usd);
            modelLine(model).answer(usage, usd);
            for (Map.Entry<String, String> entry : scope.values().entrySet()) {
                scopeLine(entry.getKey(), entry.getValue()).answer(usage, usd);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Counts a request. */
    void request(@Nullable String model, Scope scope, Usage usage, @Nullable Money usd) {
        locked(model, scope, account -> account.request(usage, usd));
    }

    /** Counts a request with another usage than it was counted with. */
    void correct(
            @Nullable String model,
            Scope scope,
            @Nullable Usage booked,
            @Nullable Money bookedUsd,
            Usage actual,
            @Nullable Money actualUsd) {
        locked(model, scope, account -> {
            if (booked != null) {
                account.withdraw(booked, bookedUsd);
            }
            account.request(actual, actualUsd);
        });
    }

    private void locked(@Nullable String model, Scope scope, Consumer<CostAccount> booking) {
        lock.lock();
        try {
            booking.accept(total);
            booking.accept(modelLine(model));
            for (Map.Entry<String, String> entry : scope.values().entrySet()) {
                booking.accept(scopeLine(entry.getKey(), entry.getValue()));
            }
        } finally {
            lock.unlock();
        }
    }

    private CostAccount modelLine(@Nullable String model) {
        return line(byModel, model == null ? UNKNOWN_MODEL : model, MOST_MODELS);
    }

    private CostAccount scopeLine(String key, String value) {
        Map<String, CostAccount> values = byScope.get(key);
        if (values == null) {
            String place = byScope.size() < MOST_SCOPES ? key : OTHER;
            values = byScope.computeIfAbsent(place, absent -> new HashMap<>());
        }
        return line(values, value, MOST_VALUES);
    }

    private static CostAccount line(Map<String, CostAccount> lines, String key, int most) {
        CostAccount line = lines.get(key);
        if (line != null) {
            return line;
        }
        return lines.computeIfAbsent(lines.size() < most ? key : OTHER, absent -> new CostAccount());
    }

    /** What was counted since the last reset. */
    public CostSnapshot snapshot() {
        lock.lock();
        try {
            Map<String, Map<String, CostTotals>> scopes = new TreeMap<>();
            byScope.forEach((key, values) -> scopes.put(key, totals(values)));
            return new CostSnapshot(since, total.totals(), totals(byModel), scopes);
        } finally {
            lock.unlock();
        }
    }

    private static Map<String, CostTotals> totals(Map<String, CostAccount> lines) {
        Map<String, CostTotals> totals = new TreeMap<>();
        lines.forEach((key, line) -> totals.put(key, line.totals()));
        return totals;
    }

    /** Starts again from nothing. */
    public void reset() {
        lock.lock();
        try {
            total = new CostAccount();
            byModel.clear();
            byScope.clear();
            since = time.now();
        } finally {
            lock.unlock();
        }
    }
}

package io.agentkit.spend;

import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetKey;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetState;
import io.agentkit.store.BudgetStore;
import io.agentkit.store.BudgetWindow;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.time.Time;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The budgets of an application: what {@code meter} keeps, and what operators read and change. Thread-safe.
 */
public final class Budgets {

    private final Map<String, Budget> budgets;

    private final List<Budget> forModels;

    private final List<Budget> forTools;

    private final BudgetStore store;

    private volatile Object version = new Object();

    private Budgets(Map<String, Budget> budgets, BudgetStore store) {
        this.budgets = budgets;
        this.forModels = budgets.values().stream()
                .filter(budget -> !budget.countsTools())
                .toList();
        this.forTools = budgets.values().stream().filter(Budget::countsTools).toList();
        this.store = store;
    }

    /**
     * Budgets by name, in the order in which one that refuses is named.
     *
     * @throws IllegalArgumentException when a parent does not exist, is of the other kind or leads back
     */
    public static Budgets of(Map<String, BudgetSpec> specs, BudgetStore store) {
        Objects.requireNonNull(store, "'store' must not be null");
        return new Budgets(BudgetTree.of(specs), store);
    }

    /** No budgets. */
    static Budgets none() {
        return of(Map.of(), new InMemoryBudgetStore(Time.system(), 1));
    }

    List<Budget> forModels() {
        return forModels;
    }

    List<Budget> forTool(String name) {
        return forTools.isEmpty()
                ? forTools
                : forTools.stream().filter(budget -> budget.countsTool(name)).toList();
    }

    /** Another object after each change of a limit. */
    Object version() {
        return version;
    }

    Budget get(String name) {
        return Objects.requireNonNull(budgets.get(name));
    }

    /** Whether a call that a budget does not take may end in another way than by an exception. */
    boolean areLenient() {
        return budgets.values().stream()
                .anyMatch(budget -> budget.spec.onExceeded() == OnExceeded.FINISH
                        || budget.spec.onExceeded() == OnExceeded.DEGRADE);
    }

    BudgetStore store() {
        return store;
    }

    public Set<String> names() {
        return budgets.keySet();
    }

    /** The budget's settings as they were configured; null when there is none of that name. */
    public @Nullable BudgetSpec spec(String name) {
        Budget budget = budgets.get(name);
        return budget == null ? null : budget.spec;
    }

    /** The limits as they are now; null when there is no budget of that name. */
    public @Nullable BudgetLimits limits(String name) {
        Budget budget = budgets.get(name);
        return budget == null ? null : budget.limits();
    }

    /**
     * How one key stands; untouched when it was never used.
     *
     * @param key the tenant, the run, …; {@code (all)} in a global budget, {@code (none)} for calls that did not say for whom they are
     * @return null when there is no budget of that name
     */
    public @Nullable BudgetStatus find(String name, String key) {
        Budget budget = budgets.get(name);
        if (budget == null) {
            return null;
        }
        BudgetKey asked = new BudgetKey(name, key);
        BudgetState state = store.find(asked);
        return status(budget, state != null ? state : untouched(budget, asked));
    }

    private BudgetState untouched(Budget budget, BudgetKey key) {
        long now = store.now().toEpochMilli();
        BudgetWindow window = budget.spec.windows();
        Instant start = window.isNone() ? null : Instant.ofEpochMilli(window.start(now));
        Instant end = window.isCalendar() ? Instant.ofEpochMilli(window.end(now)) : null;
        return new BudgetState(key, start, end, BudgetAmounts.NONE, BudgetAmounts.NONE, 0);
    }

    /**
     * A page of the keys that were used.
     *
     * @param after the key after which to start; null for the first page
     * @param size most keys on the page, at least 1
     * @return null when there is no budget of that name
     */
    public @Nullable BudgetPage page(String name, @Nullable String after, int size) {
        if (size < 1) {
            throw new IllegalArgumentException("'size' must be at least 1 (was %d)".formatted(size));
        }
        Budget budget = budgets.get(name);
        if (budget == null) {
            return null;
        }
        List<BudgetStatus> keys = store.page(name, after, size).stream()
                .map(state -> status(budget, state))
                .toList();
        boolean more = keys.size() == size
                && !store.page(name, keys.get(size - 1).key(), 1).isEmpty();
        return new BudgetPage(keys, more ? keys.get(size - 1).key() : null, store.count(name));
    }

    /**
     * The keys that have used the largest share of a limit, these first.
     *
     * @param size most keys, at least 1
     * @return null when there is no budget of that name
     */
    public @Nullable List<BudgetStatus> fullest(String name, int size) {
        if (size < 1) {
            throw new IllegalArgumentException("'size' must be at least 1 (was %d)".formatted(size));
        }
        Budget budget = budgets.get(name);
        return budget == null
                ? null
                : store.fullest(name, budget.limits(), size).stream()
                        .map(state -> status(budget, state))
                        .toList();
    }

    /** How many keys of the budget were used; 0 when there is no budget of that name. */
    public long count(String name) {
        return budgets.containsKey(name) ? store.count(name) : 0;
    }

    /**
     * The windows of a key that are over, newest first, as far as they are kept: up to 31 of each key, 20,000 in all in memory.
     *
     * @param size most windows, at least 1
     * @return null when there is no budget of that name
     */
    public @Nullable List<BudgetStatus> history(String name, String key, int size) {
        if (size < 1) {
            throw new IllegalArgumentException("'size' must be at least 1 (was %d)".formatted(size));
        }
        Budget budget = budgets.get(name);
        return budget == null
                ? null
                : store.history(new BudgetKey(name, key), size).stream()
                        .map(state -> status(budget, state))
                        .toList();
    }

    private static BudgetStatus status(Budget budget, BudgetState state) {
        return BudgetStatus.of(budget.spec, budget.limits(), state);
    }

    /**
     * Forgets what the key has used; what is reserved for requests under way stays so.
     *
     * @return false when there is no budget of that name
     */
    public boolean reset(String name, String key) {
        if (!budgets.containsKey(name)) {
            return false;
        }
        store.reset(new BudgetKey(name, key));
        return true;
    }

    /** As {@link #reset}, for all keys of the budget. */
    public boolean resetAll(String name) {
        if (!budgets.containsKey(name)) {
            return false;
        }
        store.resetAll(name);
        return true;
    }

    /**
     * Changes the limits for all keys, from the next request on and until the application ends.
     *
     * @return false when there is no budget of that name
     * @throws IllegalArgumentException when nothing is limited, money by more than a budget can have, or money or tokens in a budget that
     *     counts tools
     */
    public boolean change(String name, BudgetLimits limits) {
        Budget budget = budgets.get(name);
        if (budget == null) {
            return false;
        }
        if (limits.isEmpty()) {
            throw new IllegalArgumentException("'limits' must limit something");
        }
        if (limits.usd() != null) {
            BudgetSpec.requireValid(limits.usd().toBigDecimal());
        }
        if (budget.countsTools() && (limits.usd() != null || limits.tokens() != null)) {
            throw new IllegalArgumentException(
                    "'limits' must hold only calls: budget '%s' counts calls of tools".formatted(name));
        }
        budget.limits(limits);
        version = new Object();
        return true;
    }
}

package io.agentkit.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One budget that a request draws on. Immutable but for what a store notes on it; the same object may stand for many requests.
 */
public final class BudgetLevel {

    private final BudgetKey key;
    private final BudgetWindow window;
    private final BudgetLimits limits;
    private final boolean reserving;
    private final boolean unpricedPasses;
    private final boolean passing;
    private volatile @Nullable Object state;

    /**
     * @param key whose share of which budget
     * @param window when it starts anew
     * @param limits what may be used in a window
     * @param reserving whether what the request will use has to fit before it is sent; otherwise only something has to be left. Calls have
     *     to fit in both cases
     * @param unpricedPasses whether a request whose price nobody knows passes although money is limited
     * @param passing whether the key names something that ends, such as a run, so that it may be forgotten when nobody used it for a while
     */
    public BudgetLevel(
            BudgetKey key,
            BudgetWindow window,
            BudgetLimits limits,
            boolean reserving,
            boolean unpricedPasses,
            boolean passing) {
        this.key = Objects.requireNonNull(key, "'key' must not be null");
        this.window = Objects.requireNonNull(window, "'window' must not be null");
        this.limits = Objects.requireNonNull(limits, "'limits' must not be null");
        this.reserving = reserving;
        this.unpricedPasses = unpricedPasses;
        this.passing = passing;
    }

    public BudgetKey key() {
        return key;
    }

    public BudgetWindow window() {
        return window;
    }

    public BudgetLimits limits() {
        return limits;
    }

    public boolean reserving() {
        return reserving;
    }

    public boolean unpricedPasses() {
        return unpricedPasses;
    }

    public boolean passing() {
        return passing;
    }

    /** What a store noted, so that it finds its account again; null before it did. */
    public @Nullable Object state() {
        return state;
    }

    /** For stores. */
    public void state(Object value) {
        state = value;
    }

    @Override
    public String toString() {
        return "BudgetLevel[" + key + "]";
    }
}

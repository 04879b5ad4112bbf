package io.agentkit.store;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * How strictly a budget is kept, as far as a store has to know. Immutable.
 *
 * @param reserving whether what a request will use has to fit before it is sent; otherwise only something has to be left. Calls have to fit
 *     in both cases
 * @param lenient whether everything passes, and only is counted
 * @param unpricedPasses whether a request whose price nobody knows passes although money is limited
 * @param passing whether keys name something that ends, such as a run, so that they may be forgotten when nobody used them for a while
 * @param lease how long a request may hold what it reserved, at least; a holder that is gone gives it back that way
 * @param thresholds percents of a limit, ascending; a settlement tells which ones were reached, each once in a window
 */
public record BudgetPolicy(
        boolean reserving,
        boolean lenient,
        boolean unpricedPasses,
        boolean passing,
        Duration lease,
        List<Integer> thresholds) {

    /** An hour: requests that take longer are rare, and a late settlement is booked all the same. */
    public static final Duration DEFAULT_LEASE = Duration.ofHours(1);

    /** What a request will use has to fit. */
    public static final BudgetPolicy RESERVE = new BudgetPolicy(true, false, false, false, DEFAULT_LEASE, List.of());

    /** Something has to be left. */
    public static final BudgetPolicy CHECK = new BudgetPolicy(false, false, false, false, DEFAULT_LEASE, List.of());

    public BudgetPolicy {
        Objects.requireNonNull(lease, "'lease' must not be null");
        thresholds = List.copyOf(thresholds);
    }

    public BudgetPolicy withLenient(boolean value) {
        return new BudgetPolicy(reserving, value, unpricedPasses, passing, lease, thresholds);
    }

    public BudgetPolicy withUnpricedPasses(boolean value) {
        return new BudgetPolicy(reserving, lenient, value, passing, lease, thresholds);
    }

    public BudgetPolicy withPassing(boolean value) {
        return new BudgetPolicy(reserving, lenient, unpricedPasses, value, lease, thresholds);
    }

    public BudgetPolicy withLease(Duration value) {
        return new BudgetPolicy(reserving, lenient, unpricedPasses, passing, value, thresholds);
    }

    public BudgetPolicy withThresholds(List<Integer> value) {
        return new BudgetPolicy(reserving, lenient, unpricedPasses, passing, lease, value);
    }
}

package io.agentkit.store;

import java.util.Objects;

/**
 * One budget that a request draws on.
 *
 * @param key whose share of which budget
 * @param window when it starts anew
 * @param limits what may be used in a window
 * @param reserving whether what the request will use has to fit before it is sent; otherwise only something has to be left. Calls have to
 *     fit in both cases
 * @param unpricedPasses whether a request whose price nobody knows passes although money is limited
 * @param passing whether the key names something that ends, such as a run, so that it may be forgotten when nobody used it for a while
 */
public record BudgetLevel(
        BudgetKey key,
        BudgetWindow window,
        BudgetLimits limits,
        boolean reserving,
        boolean unpricedPasses,
        boolean passing) {

    public BudgetLevel {
        Objects.requireNonNull(key, "'key' must not be null");
        Objects.requireNonNull(window, "'window' must not be null");
        Objects.requireNonNull(limits, "'limits' must not be null");
    }
}

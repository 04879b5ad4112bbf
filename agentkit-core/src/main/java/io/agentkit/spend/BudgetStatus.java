package io.agentkit.spend;

import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one key of a budget stands, read in one step.
 *
 * @param name the budget
 * @param scope for whom it is kept apart
 * @param key for whom this is: the tenant, the run, …
 * @param windowStart since when; null without windows
 * @param windowEnd when it starts anew; null without windows
 * @param limit what may be used
 * @param spent used, by requests that ended
 * @param reserved held for requests that are under way
 * @param remaining what is left of each limit, never below 0; null where there is no limit
 * @param exceeded whether nothing is left of a limit, apart from what is only reserved
 * @param refusals requests refused in this window
 * @param reached the budget's thresholds that what was spent has reached, in percent of a limit as it is now, ascending
 */
public record BudgetStatus(
        String name,
        String scope,
        String key,
        @Nullable Instant windowStart,
        @Nullable Instant windowEnd,
        BudgetLimits limit,
        BudgetAmounts spent,
        BudgetAmounts reserved,
        BudgetLimits remaining,
        boolean exceeded,
        long refusals,
        List<Integer> reached) {

    static BudgetStatus of(BudgetSpec spec, BudgetLimits limit, BudgetState state) {
        return new BudgetStatus(
                state.key().budget(),
                spec.scope(),
                state.key().value(),
                state.windowStart(),
                state.windowEnd(),
                limit,
                state.spent(),
                state.reserved(),
                limit.remaining(state.spent(), state.reserved()),
                limit.isUsedUp(state.spent()),
                state.refusals(),
                spec.thresholds().stream()
                        .filter(percent -> limit.percent(percent).isUsedUp(state.spent()))
                        .toList());
    }
}

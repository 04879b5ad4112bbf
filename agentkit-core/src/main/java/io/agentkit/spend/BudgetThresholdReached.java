package io.agentkit.spend;

import io.agentkit.Event;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * So much of a budget is used, for the first time in its window; in a window that moves, for the first time since less was used. Told after
 * the request that brought it there was settled; when one request passes several thresholds, of the highest.
 *
 * @param callId the call
 * @param runId the run it belongs to
 * @param budget the budget's name
 * @param scope for whom it is kept apart
 * @param key for whom this is
 * @param percent the share of a limit that is used at least, 1 to 100
 * @param windowStart since when; null without windows
 * @param windowEnd when it starts anew; null without calendar windows
 * @param limit what may be used
 * @param used used so far
 */
public record BudgetThresholdReached(
        String callId,
        String runId,
        String budget,
        String scope,
        String key,
        int percent,
        @Nullable Instant windowStart,
        @Nullable Instant windowEnd,
        BudgetLimits limit,
        BudgetAmounts used)
        implements Event {

    @Override
    public String name() {
        return "budget.threshold";
    }
}

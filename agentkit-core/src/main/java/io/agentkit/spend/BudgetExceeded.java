package io.agentkit.spend;

import io.agentkit.Event;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;

/**
 * A call comes to a budget of which nothing is left; it is refused right after this.
 *
 * @param callId the call
 * @param runId the run it belongs to
 * @param budget the budget's name
 * @param scope for whom it is kept apart
 * @param key for whom this is
 * @param reason what is missing
 * @param limit what may be used
 * @param used used so far
 */
public record BudgetExceeded(
        String callId,
        String runId,
        String budget,
        String scope,
        String key,
        RefusalReason reason,
        BudgetLimits limit,
        BudgetAmounts used)
        implements Event {

    @Override
    public String name() {
        return "budget.exceeded";
    }
}

package io.agentkit.spend;

import io.agentkit.Event;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;

/**
 * A budget refuses a call that does not fit into what is left, or that it may not take; nothing is sent.
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
public record BudgetRefused(
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
        return "budget.refused";
    }
}

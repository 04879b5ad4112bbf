package io.agentkit.spend;

import io.agentkit.Event;
import org.jspecify.annotations.Nullable;

/**
 * A budget did not take a request, and a cheaper model is asked instead.
 *
 * @param callId the call
 * @param runId the run it belongs to
 * @param budget the budget's name
 * @param from the model asked for; null when the endpoint decides
 * @param to the cheaper model
 */
public record BudgetDegraded(
        String callId,
        String runId,
        String budget,
        @Nullable String from,
        String to) implements Event {

    @Override
    public String name() {
        return "budget.degraded";
    }
}

package io.agentkit.spend;

import io.agentkit.Event;
import io.agentkit.store.BudgetLevel;
import io.agentkit.store.BudgetNeed;
import java.util.List;

/**
 * All budgets that apply took a request, which is sent next.
 *
 * @param callId the call
 * @param number counts the requests of the call, from 1
 * @param levels the budgets, each with the share it took from
 * @param need what the request is expected to use
 */
public record BudgetReserved(String callId, int number, List<BudgetLevel> levels, BudgetNeed need) implements Event {

    @Override
    public String name() {
        return "budget.reserved";
    }

    @Override
    public boolean isRoutine() {
        return true;
    }
}

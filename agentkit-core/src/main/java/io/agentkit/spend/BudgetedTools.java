package io.agentkit.spend;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.RequestHook;
import io.agentkit.ToolMiddleware;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;

/** Keeps budgets of which some tell the model that a tool was not called, instead of ending the call with an exception. */
final class BudgetedTools implements ToolMiddleware {

    private final Budgets budgets;

    private final RequestHook hook;

    BudgetedTools(Budgets budgets, RequestHook hook) {
        this.budgets = budgets;
        this.hook = hook;
    }

    @Override
    public RequestHook hook() {
        return hook;
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        try {
            return next.call(call.withHook(hook));
        } catch (BudgetExceededException refusal) {
            BudgetSpec spec = budgets.spec(refusal.budget());
            if (spec == null
                    || spec.onExceeded() != OnExceeded.FINISH
                    || !refusal.reason().isOfAmount()) {
                throw refusal;
            }
            return ToolResult.of(spec.finishText());
        }
    }
}

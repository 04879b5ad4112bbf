package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.ToolMiddleware;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;

/** Retries a tool when calling it twice does no harm: a failure does not say that the tool has not acted. */
final class ToolRetry implements ToolMiddleware {

    private final Retries retries;
    private final SideEffects sideEffects;

    ToolRetry(Retries retries, SideEffects sideEffects) {
        this.retries = retries;
        this.sideEffects = sideEffects;
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        boolean safe = sideEffects == SideEffects.ALWAYS
                || call.request().facts().safety().isRetrySafe();
        return safe ? retries.call(call, next) : retries.attempt(call, next);
    }
}

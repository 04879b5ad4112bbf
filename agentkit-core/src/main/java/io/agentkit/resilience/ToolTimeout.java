package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.ToolMiddleware;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.Map;

final class ToolTimeout implements ToolMiddleware {

    private final TimeLimits limits;
    private final Map<String, TimeLimits> byTool;

    /** @param limits of the tools that have none of their own */
    ToolTimeout(TimeLimits limits, Map<String, TimeLimits> byTool) {
        this.limits = limits;
        this.byTool = Map.copyOf(byTool);
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        return byTool.getOrDefault(call.request().name(), limits).call(call, next);
    }
}

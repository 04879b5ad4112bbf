package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.ToolMiddleware;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.Map;

final class ToolTimeout implements ToolMiddleware {

    private final TimeLimits limits;
    private final Map<String, TimeLimits> byTool;

    /**
     * @param limits of the tools that have none of their own
     * @param byTool before what the facts of a tool say
     */
    ToolTimeout(TimeLimits limits, Map<String, TimeLimits> byTool) {
        this.limits = limits;
        this.byTool = Map.copyOf(byTool);
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        return limitsOf(call.request().facts()).call(call, next);
    }

    private TimeLimits limitsOf(ToolFacts tool) {
        TimeLimits here = byTool.get(tool.name());
        if (here != null) {
            return here;
        }
        return tool.timeout() == null ? limits : TimeLimits.ofTotal(tool.timeout());
    }
}

package io.agentkit.cache;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.ToolMiddleware;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;

/** Uses results of tools again that change nothing. No setting lets any other tool be left out. */
final class ToolMemoize implements ToolMiddleware {

    private final Memoized<ToolRequest, ToolResult> memoized;

    ToolMemoize(Memoized<ToolRequest, ToolResult> memoized) {
        this.memoized = memoized;
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        return call.request().facts().safety() == ToolSafety.READ_ONLY ? memoized.call(call, next) : next.call(call);
    }

    int underWay() {
        return memoized.underWay();
    }
}

package io.agentkit;

import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;

/** A middleware that only adds a hook. */
record ToolHook(RequestHook hook) implements ToolMiddleware {

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        return next.call(AnsweredElsewhere.hooked(call, hook));
    }
}

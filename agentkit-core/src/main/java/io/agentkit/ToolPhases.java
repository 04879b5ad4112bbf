package io.agentkit;

import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;

/**
 * A middleware around calls of tools in phases: what to do before, after and on failure, without touching the rest of the chain. Override
 * what is needed. Thread-safe.
 */
public abstract class ToolPhases implements ToolMiddleware, Phases<ToolRequest, ToolResult> {

    @Override
    public final ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        return Phases.run(this, call, next);
    }
}

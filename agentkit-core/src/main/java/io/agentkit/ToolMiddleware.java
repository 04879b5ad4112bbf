package io.agentkit;

import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;

/**
 * A middleware around calls of tools. Thread-safe.
 */
@FunctionalInterface
public interface ToolMiddleware extends Middleware<ToolRequest, ToolResult> {}

package io.agentkit;

import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.Objects;

/**
 * A middleware around calls of tools. Thread-safe.
 */
@FunctionalInterface
public interface ToolMiddleware extends Middleware<ToolRequest, ToolResult> {

    /** A middleware that does nothing but have a hook run around every physical request. */
    static ToolMiddleware of(RequestHook hook) {
        return new ToolHook(Objects.requireNonNull(hook, "'hook' must not be null"));
    }
}

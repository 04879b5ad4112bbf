package org.springframework.ai.mcp;

import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;

/** Stands in for the provider of remote tools, which Spring AI knows by this name and does not ask during the start. */
public class SyncMcpToolCallbackProvider implements ToolCallbackProvider {

    @Override
    public ToolCallback[] getToolCallbacks() {
        throw new AssertionError("A remote list was asked for");
    }
}

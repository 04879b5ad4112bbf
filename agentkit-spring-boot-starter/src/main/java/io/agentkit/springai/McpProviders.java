package io.agentkit.springai;

import org.springframework.ai.tool.ToolCallbackProvider;

/** Knows providers of tools that ask a server for them, by name: their classes cannot be loaded without a client of MCP. */
final class McpProviders {

    private McpProviders() {}

    static boolean isOne(ToolCallbackProvider provider) {
        for (Class<?> each = provider.getClass(); each != null; each = each.getSuperclass()) {
            if (each.getName().startsWith("org.springframework.ai.mcp.")) {
                return true;
            }
        }
        return false;
    }
}

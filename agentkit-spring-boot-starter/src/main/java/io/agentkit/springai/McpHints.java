package io.agentkit.springai;

import io.agentkit.boot.AgentkitProperties.ToolSettings;
import io.agentkit.boot.ToolDeclaration;
import io.agentkit.tool.ToolSafety;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.mcp.AsyncMcpToolCallback;
import org.springframework.ai.mcp.SyncMcpToolCallback;
import org.springframework.ai.tool.ToolCallback;

/**
 * Reads what an MCP server hints at about its tools. A server is somebody else: that a tool does harm is believed, that it does none only
 * where the connection is trusted.
 */
final class McpHints {

    private static final HiddenField SYNC_TOOL = HiddenField.of(SyncMcpToolCallback.class, "tool");
    private static final HiddenField SYNC_CLIENT = HiddenField.of(SyncMcpToolCallback.class, "mcpClient");
    private static final HiddenField ASYNC_TOOL = HiddenField.of(AsyncMcpToolCallback.class, "tool");
    private static final HiddenField ASYNC_CLIENT = HiddenField.of(AsyncMcpToolCallback.class, "mcpClient");

    private McpHints() {}

    /** @param trusted names of connections */
    static @Nullable ToolDeclaration of(ToolCallback callback, Set<String> trusted) {
        Tool tool = null;
        String connection = "";
        if (callback instanceof SyncMcpToolCallback) {
            tool = SYNC_TOOL.in(callback, Tool.class);
            McpSyncClient client = SYNC_CLIENT.in(callback, McpSyncClient.class);
            connection = client == null ? "" : name(client.getClientInfo());
        } else if (callback instanceof AsyncMcpToolCallback) {
            tool = ASYNC_TOOL.in(callback, Tool.class);
            McpAsyncClient client = ASYNC_CLIENT.in(callback, McpAsyncClient.class);
            connection = client == null ? "" : name(client.getClientInfo());
        }
        ToolSafety safety = tool == null || tool.annotations() == null
                ? null
                : safety(tool.annotations(), isAmong(trusted, connection));
        return safety == null
                ? null
                : new ToolDeclaration(
                        "hints of MCP server '%s'".formatted(connection),
                        new ToolSettings(safety, null, null, null, null, null));
    }

    private static String name(@Nullable Implementation client) {
        return client == null ? "" : client.name();
    }

    /** Spring AI names its clients after the application and the connection: the server has no say in it. */
    private static boolean isAmong(Set<String> trusted, String client) {
        return trusted.stream().anyMatch(name -> client.equals(name) || client.endsWith(" - " + name));
    }

    private static @Nullable ToolSafety safety(ToolAnnotations hints, boolean trusted) {
        boolean readOnly = Boolean.TRUE.equals(hints.readOnlyHint());
        boolean destructive = Boolean.TRUE.equals(hints.destructiveHint());
        if (trusted && readOnly && !destructive) {
            return ToolSafety.READ_ONLY;
        }
        if (trusted && Boolean.TRUE.equals(hints.idempotentHint())) {
            return ToolSafety.IDEMPOTENT;
        }
        return destructive || Boolean.FALSE.equals(hints.readOnlyHint()) ? ToolSafety.SIDE_EFFECT : null;
    }
}

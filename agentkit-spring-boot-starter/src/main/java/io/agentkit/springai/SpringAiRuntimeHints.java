package io.agentkit.springai;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** Lets a native image read what Spring AI keeps to itself: which model a client calls, and what a tool calls. */
final class SpringAiRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection()
                .registerTypeIfPresent(
                        classLoader,
                        "org.springframework.ai.chat.client.DefaultChatClient$DefaultChatClientRequestSpec",
                        type -> type.withMethod("getChatModel", List.<TypeReference>of(), ExecutableMode.INVOKE))
                .registerTypeIfPresent(
                        classLoader,
                        "org.springframework.ai.tool.method.MethodToolCallback",
                        type -> type.withField("toolMethod").withField("toolObject"))
                .registerTypeIfPresent(
                        classLoader,
                        "org.springframework.ai.model.tool.DefaultToolCallingManager",
                        type -> type.withField("resolutionFallbackEnabled").withField("toolCallbackResolver"))
                .registerTypeIfPresent(
                        classLoader,
                        "org.springframework.ai.tool.function.FunctionToolCallback",
                        type -> type.withField("toolFunction"))
                .registerTypeIfPresent(
                        classLoader,
                        "org.springframework.ai.mcp.SyncMcpToolCallback",
                        type -> type.withField("tool").withField("mcpClient"))
                .registerTypeIfPresent(
                        classLoader,
                        "org.springframework.ai.mcp.AsyncMcpToolCallback",
                        type -> type.withField("tool").withField("mcpClient"));
    }
}

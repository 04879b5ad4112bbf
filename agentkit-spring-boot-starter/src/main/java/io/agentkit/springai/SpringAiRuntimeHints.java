package io.agentkit.springai;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** Lets a native image read what Spring AI keeps to itself: which model a client calls, what a tool calls, and all that options say. */
final class SpringAiRuntimeHints implements RuntimeHintsRegistrar {

    private static final List<String> OPTIONS = List.of(
            "org.springframework.ai.chat.prompt.DefaultChatOptions",
            "org.springframework.ai.model.tool.DefaultToolCallingChatOptions",
            "org.springframework.ai.openai.OpenAiChatOptions",
            "org.springframework.ai.openai.OpenAiChatModel$ResponseFormat",
            "org.springframework.ai.anthropic.AnthropicChatOptions",
            "org.springframework.ai.anthropic.AnthropicCacheOptions",
            "org.springframework.ai.anthropic.AnthropicCitationDocument",
            "org.springframework.ai.google.genai.GoogleGenAiChatOptions",
            "org.springframework.ai.google.genai.common.GoogleGenAiSafetySetting",
            "org.springframework.ai.ollama.api.OllamaChatOptions");

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
        for (String options : OPTIONS) {
            hints.reflection()
                    .registerTypeIfPresent(
                            classLoader, options, type -> type.withMembers(MemberCategory.ACCESS_DECLARED_FIELDS));
        }
    }
}

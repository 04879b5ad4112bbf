package io.agentkit.springai;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;

/** The tools that options carry. */
final class OfferedTools {

    private OfferedTools() {}

    static List<ToolCallback> of(@Nullable ChatOptions options) {
        List<ToolCallback> callbacks =
                options instanceof ToolCallingChatOptions calling ? calling.getToolCallbacks() : null;
        return callbacks == null ? List.of() : callbacks;
    }
}

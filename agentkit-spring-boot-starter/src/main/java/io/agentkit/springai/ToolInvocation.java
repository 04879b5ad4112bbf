package io.agentkit.springai;

import io.agentkit.tool.ToolResult;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;

/** The tool that a call through a tool chain is for, and the framework's context of the call. */
record ToolInvocation(ToolCallback callback, @Nullable ToolContext context) {

    /** A tool that was given no context is called without: not every callback takes one. */
    ToolResult call(String arguments) {
        String result = context == null ? callback.call(arguments) : callback.call(arguments, context);
        return ToolResult.of(MessageReader.text(result));
    }
}

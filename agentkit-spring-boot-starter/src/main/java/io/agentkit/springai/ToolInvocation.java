package io.agentkit.springai;

import io.agentkit.Run;
import io.agentkit.tool.ToolResult;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;

/** The tool that a call through a tool chain is for, and the framework's context of the call. */
record ToolInvocation(ToolCallback callback, @Nullable ToolContext context) {

    private static final ThreadLocal<@Nullable Running> RUNNING = new ThreadLocal<>();

    private record Running(Run run, String tool) {}

    /** Whether this thread is calling the tool in that run: a governed tool inside another of its name is the same call. */
    static boolean isRunning(Run run, String tool) {
        Running running = RUNNING.get();
        return running != null && running.run() == run && running.tool().equals(tool);
    }

    /** A tool that was given no context is called without: not every callback takes one. */
    ToolResult call(Run run, String tool, String arguments) {
        Running outer = RUNNING.get();
        RUNNING.set(new Running(run, tool));
        try {
            String result = context == null ? callback.call(arguments) : callback.call(arguments, context);
            return ToolResult.of(MessageReader.text(result));
        } finally {
            if (outer == null) {
                RUNNING.remove();
            } else {
                RUNNING.set(outer);
            }
        }
    }
}

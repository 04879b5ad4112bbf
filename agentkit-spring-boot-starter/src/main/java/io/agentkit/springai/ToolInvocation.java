package io.agentkit.springai;

import io.agentkit.Run;
import io.agentkit.tool.ToolResult;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.ai.tool.method.MethodToolCallback;

/** The tool that a call through a tool chain is for, and the framework's context of the call. */
record ToolInvocation(ToolCallback callback, @Nullable ToolContext context) {

    /** Under this a tool of the application finds the key in its context. */
    static final String IDEMPOTENCY_KEY = "agentkit.idempotency-key";

    private static final ThreadLocal<@Nullable Running> RUNNING = new ThreadLocal<>();

    private record Running(Run run, String tool) {}

    /** Whether this thread is calling the tool in that run: a governed tool inside another of its name is the same call. */
    static boolean isRunning(Run run, String tool) {
        Running running = RUNNING.get();
        return running != null && running.run() == run && running.tool().equals(tool);
    }

    /**
     * A tool that was given no context is called without: not every callback takes one.
     *
     * @param idempotencyKey of the call; null when it has none
     */
    ToolResult call(Run run, String tool, String arguments, @Nullable String idempotencyKey) {
        ToolContext full = context(idempotencyKey);
        Running outer = RUNNING.get();
        RUNNING.set(new Running(run, tool));
        try {
            String result = full == null ? callback.call(arguments) : callback.call(arguments, full);
            return ToolResult.of(MessageReader.text(result));
        } finally {
            if (outer == null) {
                RUNNING.remove();
            } else {
                RUNNING.set(outer);
            }
        }
    }

    /** The key stands only in the context of methods and functions: others, such as those of MCP, may send their context elsewhere. */
    private @Nullable ToolContext context(@Nullable String idempotencyKey) {
        boolean local = callback instanceof MethodToolCallback || callback instanceof FunctionToolCallback;
        if (idempotencyKey == null || !local) {
            return context;
        }
        Map<String, Object> values = new HashMap<>(context == null ? Map.of() : context.getContext());
        values.put(IDEMPOTENCY_KEY, idempotencyKey);
        return new ToolContext(values);
    }
}

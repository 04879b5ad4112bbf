package io.agentkit.test;

import io.agentkit.Attempt;
import io.agentkit.Endpoint;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * A tool that plays a script of results and failures, then repeats its last step. It counts and keeps the requests it gets. Thread-safe.
 */
public final class ScriptedTool implements Endpoint<ToolRequest, ToolResult> {

    private final Deque<Function<Attempt<ToolRequest>, ToolResult>> script = new ArrayDeque<>();
    private final List<ToolRequest> requests = new ArrayList<>();

    public synchronized ScriptedTool result(String text) {
        return run(attempt -> ToolResult.of(text));
    }

    public synchronized ScriptedTool fail(RuntimeException failure) {
        return run(attempt -> {
            throw failure;
        });
    }

    /** Does what the function says. */
    public synchronized ScriptedTool run(Function<Attempt<ToolRequest>, ToolResult> step) {
        script.add(step);
        return this;
    }

    @Override
    public ToolResult send(Attempt<ToolRequest> attempt) {
        Function<Attempt<ToolRequest>, ToolResult> step;
        synchronized (this) {
            requests.add(attempt.request());
            step = script.size() > 1 ? script.poll() : script.peek();
        }
        return step == null ? ToolResult.of("done") : step.apply(attempt);
    }

    public synchronized List<ToolRequest> requests() {
        return List.copyOf(requests);
    }

    /** How many times it ran. */
    public synchronized int calls() {
        return requests.size();
    }
}

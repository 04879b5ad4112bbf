package io.agentkit.test;

import io.agentkit.Attempt;
import io.agentkit.Endpoint;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A tool that plays a script of results and failures, then repeats its last step. It counts and keeps the requests it gets. Thread-safe.
 */
public final class ScriptedTool implements Endpoint<ToolRequest, ToolResult> {

    private final Deque<Object> script = new ArrayDeque<>();
    private final List<ToolRequest> requests = new ArrayList<>();

    public synchronized ScriptedTool result(String text) {
        script.add(ToolResult.of(text));
        return this;
    }

    public synchronized ScriptedTool fail(RuntimeException failure) {
        script.add(failure);
        return this;
    }

    @Override
    public ToolResult send(Attempt<ToolRequest> attempt) {
        Object step;
        synchronized (this) {
            requests.add(attempt.request());
            step = script.size() > 1 ? script.poll() : script.peek();
        }
        if (step instanceof RuntimeException failure) {
            throw failure;
        }
        return step instanceof ToolResult result ? result : ToolResult.of("done");
    }

    public synchronized List<ToolRequest> requests() {
        return List.copyOf(requests);
    }

    /** How many times it ran. */
    public synchronized int calls() {
        return requests.size();
    }
}

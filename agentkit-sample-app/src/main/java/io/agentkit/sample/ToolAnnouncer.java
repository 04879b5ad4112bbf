package io.agentkit.sample;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.ToolMiddleware;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;

/**
 * Another middleware of the application's own: tells the page which tools an answer needs, while it is made. Thread-safe.
 */
@Component("announce")
class ToolAnnouncer implements ToolMiddleware {

    private final Map<String, Consumer<String>> listeners = new ConcurrentHashMap<>();

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        Consumer<String> listener = listeners.get(call.runId());
        if (listener != null) {
            listener.accept(call.request().name());
        }
        return next.call(call);
    }

    /** The names of the tools that a run calls from now on; never ends by itself. */
    Flux<String> toolsOf(String runId) {
        return Flux.create(sink -> {
            listeners.put(runId, sink::next);
            sink.onDispose(() -> listeners.remove(runId));
        });
    }
}

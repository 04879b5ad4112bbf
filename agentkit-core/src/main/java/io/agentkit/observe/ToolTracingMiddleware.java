package io.agentkit.observe;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.ToolMiddleware;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

final class ToolTracingMiddleware implements ToolMiddleware {

    private final Tracing<ToolRequest, ToolResult, ToolObservationContext> tracing;
    private final BoundedNames names = new BoundedNames(BoundedNames.DEFAULT_LIMIT);
    private final boolean contentIncluded;

    ToolTracingMiddleware(
            ObservationRegistry registry, @Nullable ToolObservationConvention custom, boolean contentIncluded) {
        this.tracing =
                new Tracing<>(registry, AgentKitObservation.TOOL, DefaultToolObservationConvention.INSTANCE, custom);
        this.contentIncluded = contentIncluded;
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        return tracing.handle(call, next, this::context);
    }

    private ToolObservationContext context(Call<ToolRequest> call) {
        return new ToolObservationContext(call, names, contentIncluded);
    }
}

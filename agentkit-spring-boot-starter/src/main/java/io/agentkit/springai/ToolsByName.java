package io.agentkit.springai;

import io.agentkit.chat.ToolCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;

/**
 * Where a manager looks for tools that a request does not bring along ({@code spring.ai.tools.resolution.fallback.enabled}).
 *
 * @param resolver null when it looks nowhere
 */
record ToolsByName(@Nullable ToolCallbackResolver resolver) {

    private static final HiddenField ENABLED =
            HiddenField.of(DefaultToolCallingManager.class, "resolutionFallbackEnabled");

    private static final HiddenField RESOLVER = HiddenField.of(DefaultToolCallingManager.class, "toolCallbackResolver");

    static ToolsByName of(ToolCallingManager manager) {
        boolean looks =
                manager instanceof DefaultToolCallingManager && Boolean.TRUE.equals(ENABLED.in(manager, Boolean.class));
        return new ToolsByName(looks ? RESOLVER.in(manager, ToolCallbackResolver.class) : null);
    }

    /** The tools, with those that calls name and the manager would find elsewhere. */
    List<ToolCallback> with(List<ToolCallback> offered, List<ToolCall> calls) {
        if (resolver == null) {
            return offered;
        }
        Set<String> known = new HashSet<>();
        offered.forEach(tool -> known.add(tool.getToolDefinition().name()));
        List<ToolCallback> all = new ArrayList<>(offered);
        for (ToolCall call : calls) {
            ToolCallback found = known.add(call.name()) ? resolver.resolve(call.name()) : null;
            if (found != null) {
                all.add(found);
            }
        }
        return all.size() == offered.size() ? offered : all;
    }
}

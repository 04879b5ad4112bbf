package io.agentkit.springai;

import io.agentkit.AgentKit;
import io.agentkit.CallSettings;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.beans.factory.ObjectProvider;

/** Calls tools that are beans, through the default tool chain. */
final class ToolBeans implements AgentKit.Tools {

    private final ObjectProvider<ToolCallbackResolver> resolver;

    private final SpringAiBridge bridge;

    ToolBeans(ObjectProvider<ToolCallbackResolver> resolver, SpringAiBridge bridge) {
        this.resolver = resolver;
        this.bridge = bridge;
    }

    @Override
    public ToolResult call(String name, String arguments) {
        ToolCallbackResolver known = resolver.getIfAvailable();
        @Nullable ToolCallback callback = known == null ? null : known.resolve(name);
        if (callback == null) {
            throw new IllegalArgumentException(
                    "There is no tool '%s' among the beans of the application".formatted(name));
        }
        CallSettings settings =
                CallSettings.DEFAULTS.withRun(bridge.currentOrNew()).within(new ToolInvocation(callback, null));
        return bridge.toolHandler(null).call(ToolRequest.of(bridge.facts(callback, null), arguments), settings);
    }
}

package io.agentkit.boot;

import io.agentkit.boot.AgentkitProperties.ToolSettings;
import java.util.Objects;

/**
 * What one source says about a tool.
 *
 * @param source where it stands, for people: {@code @AgentTool at Payments.charge}
 * @param settings what is said there; what is null is not said
 */
public record ToolDeclaration(String source, ToolSettings settings) {

    public ToolDeclaration {
        Objects.requireNonNull(source, "'source' must not be null");
        Objects.requireNonNull(settings, "'settings' must not be null");
    }
}

package io.agentkit.boot;

import io.agentkit.CallKind;
import java.util.Map;
import java.util.Objects;

/** All chains as they were written. */
record ChainDefinitions(
        boolean enabled,
        Map<String, ChainDefinition> chat,
        Map<String, ChainDefinition> tool,
        Map<String, String> assignedModels) {

    ChainDefinition chat(String pair) {
        return Objects.requireNonNull(chat.get(pair));
    }

    ChainDefinition tool(String pair) {
        return Objects.requireNonNull(tool.get(pair));
    }

    boolean uses(String middleware, CallKind kind) {
        return (kind == CallKind.CHAT ? chat : tool)
                .values().stream().anyMatch(chain -> chain.names().contains(middleware));
    }
}

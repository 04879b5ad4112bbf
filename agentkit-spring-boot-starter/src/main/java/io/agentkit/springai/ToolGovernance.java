package io.agentkit.springai;

import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;

/** What governed tools need of the application. */
interface ToolGovernance {

    /** @param chain the pair of chains of the model that asked; null for the default one */
    Handler<ToolRequest, ToolResult> toolHandler(@Nullable String chain);

    /** What is known about the tool. */
    ToolFacts facts(ToolCallback callback, @Nullable String chain);

    /** Has the tool known, to whoever needs its facts before it is called. */
    default void note(ToolCallback callback) {}

    /** Which failures end the turn instead of being told to the model. */
    ToolErrorPolicy errors();

    /** Wraps each tool once; the same list when all are wrapped already. */
    default List<ToolCallback> govern(List<ToolCallback> callbacks, Run run) {
        if (callbacks.stream().allMatch(GovernedToolCallback.class::isInstance)) {
            return callbacks;
        }
        return callbacks.stream().map(callback -> govern(callback, run)).toList();
    }

    private ToolCallback govern(ToolCallback callback, Run run) {
        if (callback instanceof GovernedToolCallback) {
            return callback;
        }
        note(callback);
        return new GovernedToolCallback(callback, run, this);
    }
}

package io.agentkit.boot;

import io.agentkit.ChatMiddleware;
import io.agentkit.ToolMiddleware;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import org.jspecify.annotations.Nullable;

/** A middleware for tests of the assembly that needs no setting. */
record PlainSpec(Integer maxAttempts) implements ChatSpec, ToolSpec {

    PlainSpec(@Nullable Integer maxAttempts) {
        this.maxAttempts = maxAttempts == null ? 3 : maxAttempts;
    }

    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        return (call, next) -> next.call(call);
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        return (call, next) -> next.call(call);
    }

    /** One that only fits around tools. */
    record ToolOnly() implements ToolSpec {

        @Override
        public ToolMiddleware toolMiddleware(Resources resources) {
            return (call, next) -> next.call(call);
        }
    }

    /** One that only fits around models. */
    record ChatOnly() implements ChatSpec {

        @Override
        public ChatMiddleware chatMiddleware(Resources resources) {
            return (call, next) -> next.call(call);
        }
    }
}

package io.agentkit.boot;

import io.agentkit.ChatMiddleware;
import io.agentkit.ToolMiddleware;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A middleware for tests of the assembly that passes calls on; {@code limit} has no default. */
record NotingSpec(
        Integer times,
        Duration limit,
        @Nullable TimeUnit unit,
        @Nullable String apiKey,
        @Nullable String collaborator) implements ChatSpec, ToolSpec {

    NotingSpec(
            @Nullable Integer times,
            @Nullable Duration limit,
            @Nullable TimeUnit unit,
            @Nullable String apiKey,
            @Nullable String collaborator) {
        if (limit == null) {
            throw new IllegalArgumentException("'limit' must be set");
        }
        if (times != null && times < 1) {
            throw new IllegalArgumentException("'times' must be at least 1 (was %d)".formatted(times));
        }
        this.times = times == null ? 3 : times;
        this.limit = limit;
        this.unit = unit;
        this.apiKey = apiKey;
        this.collaborator = collaborator;
    }

    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        if (collaborator != null) {
            resources.get(collaborator, Runnable.class);
        }
        return (call, next) -> next.call(call);
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        return (call, next) -> next.call(call);
    }
}

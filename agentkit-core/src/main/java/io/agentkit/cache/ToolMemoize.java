package io.agentkit.cache;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.ToolMiddleware;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Uses results of tools again that change nothing. No setting lets any other tool be left out. */
final class ToolMemoize implements ToolMiddleware {

    private final Memoize<ToolRequest, ToolResult> memoize;
    private final ToolKeys keys;
    private final @Nullable Predicate<? super Call<ToolRequest>> when;
    private final Failures failures;

    ToolMemoize(
            Memoize<ToolRequest, ToolResult> memoize,
            ToolKeys keys,
            @Nullable Predicate<? super Call<ToolRequest>> when,
            Failures failures) {
        this.memoize = memoize;
        this.keys = keys;
        this.when = when;
        this.failures = failures;
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        if (call.request().facts().safety() != ToolSafety.READ_ONLY) {
            return next.call(call);
        }
        CacheControl control = CacheControl.of(call);
        String key = control == CacheControl.BYPASS || !isWanted(call) ? null : keys.of(call);
        if (key == null) {
            return next.call(call);
        }
        return control == CacheControl.REFRESH ? memoize.miss(key, call, next) : memoize.call(key, call, next);
    }

    private boolean isWanted(Call<ToolRequest> call) {
        if (when == null) {
            return true;
        }
        try {
            return when.test(call);
        } catch (RuntimeException | LinkageError failure) {
            failures.tell(call, CacheFailed.Part.WHEN, failure);
            return false;
        }
    }

    int underWay() {
        return memoize.underWay();
    }
}

package io.agentkit.cache;

import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.Run;
import io.agentkit.spec.Resources;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A tool behind {@code memoize}. */
final class CachedTools {

    private static final int SECONDS = 10;

    final ChainHarness harness = ChainHarness.create();
    final Caches caches = new Caches();
    private final Map<String, Object> named = new HashMap<>(Map.of("caches", caches));
    private ToolMemoize middleware;

    /** A bean that the settings can name. */
    CachedTools bean(String name, Object bean) {
        named.put(name, bean);
        return this;
    }

    CachedTools with(MemoizeSpec spec) {
        middleware = (ToolMemoize) spec.toolMiddleware(Resources.of(harness.environment(), named));
        harness.addTool("memoize", middleware);
        return this;
    }

    CachedTools withDefaults() {
        return with(MemoizeSpec.defaults());
    }

    static ToolRequest lookUp(String arguments) {
        return ToolRequest.of(new ToolFacts("look_up", ToolSafety.READ_ONLY), arguments);
    }

    ToolResult readOnly(String arguments) {
        return call(lookUp(arguments));
    }

    ToolResult call(ToolRequest request) {
        return harness.toolHandler().call(request);
    }

    ToolResult call(Cancellation cancellation) {
        return harness.toolHandler().call(lookUp("{}"), CallSettings.DEFAULTS.withCancellation(cancellation));
    }

    /** In a run of its own. */
    ToolResult in(Consumer<Run.Spec> scope, String arguments) {
        try (Run run = Run.open(harness.environment(), scope)) {
            return readOnly(arguments);
        }
    }

    CacheFigures figures() {
        return caches.all().get(0);
    }

    int underWay() {
        return middleware.underWay();
    }

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody came");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}

package io.agentkit.boot.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.cache.Caches;
import io.agentkit.cache.MemoizeSpec;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolSafety;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class CacheMetersTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void showWhatACacheIsGoodFor() {
        ChainHarness harness = ChainHarness.create();
        Caches caches = new Caches();
        harness.addTool("memoize", MemoizeSpec.defaults().toolMiddleware(harness.resources(caches)));
        new CacheMeters(caches).bindTo(registry);
        assertThat(registry.get("agentkit.cache.hit.ratio").gauge().value()).isNaN();

        harness.tool(ToolSafety.READ_ONLY, "{}");
        harness.tool(ToolSafety.READ_ONLY, "{}");

        assertThat(counter("agentkit.cache.hits")).isEqualTo(1);
        assertThat(counter("agentkit.cache.waits")).isZero();
        assertThat(counter("agentkit.cache.misses")).isEqualTo(1);
        assertThat(counter("agentkit.cache.stale")).isZero();
        assertThat(counter("agentkit.cache.saved")).isZero();
        assertThat(counter("agentkit.cache.failures")).isZero();
        assertThat(counter("agentkit.cache.evictions")).isZero();
        assertThat(gauge("agentkit.cache.hit.ratio")).isEqualTo(0.5);
        assertThat(gauge("agentkit.cache.entries")).isEqualTo(1);
        assertThat(gauge("agentkit.cache.size")).isPositive();
    }

    private double counter(String name) {
        return registry.get(name).tags("middleware", "tool").functionCounter().count();
    }

    private double gauge(String name) {
        return registry.get(name).tags("middleware", "tool").gauge().value();
    }
}

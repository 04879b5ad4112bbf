package io.agentkit.catalog;

import io.agentkit.audit.AuditSpec;
import io.agentkit.cache.MemoizeSpec;
import io.agentkit.egress.EgressSpec;
import io.agentkit.idempotency.IdempotentSpec;
import io.agentkit.limit.DepthLimitSpec;
import io.agentkit.limit.RateLimitSpec;
import io.agentkit.observe.ToolLogSpec;
import io.agentkit.observe.TracingSpec;
import io.agentkit.resilience.FallbackSpec;
import io.agentkit.resilience.HedgeSpec;
import io.agentkit.resilience.RetrySpec;
import io.agentkit.resilience.TimeoutSpec;
import io.agentkit.safety.ApprovalSpec;
import io.agentkit.safety.PolicySpec;
import io.agentkit.safety.SecuritySpec;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.MiddlewareSpec;
import io.agentkit.spec.ToolSpec;
import io.agentkit.spend.CostSpec;
import io.agentkit.spend.MeterSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The names of the built-in middlewares and the records that hold their settings. Immutable and thread-safe.
 */
public final class MiddlewareCatalog {

    private final Map<String, Class<? extends MiddlewareSpec>> specs;

    private MiddlewareCatalog(Map<String, Class<? extends MiddlewareSpec>> specs) {
        this.specs = Collections.unmodifiableMap(specs);
    }

    /** All that come with agentkit, a line each. */
    public static MiddlewareCatalog builtIns() {
        Map<String, Class<? extends MiddlewareSpec>> specs = new LinkedHashMap<>();
        specs.put("cost", CostSpec.class);
        specs.put("meter", MeterSpec.class);
        specs.put("memoize", MemoizeSpec.class);
        specs.put("depth-limit", DepthLimitSpec.class);
        specs.put("egress", EgressSpec.class);
        specs.put("rate-limit", RateLimitSpec.class);
        specs.put("fallback", FallbackSpec.class);
        specs.put("hedge", HedgeSpec.class);
        specs.put("retry", RetrySpec.class);
        specs.put("timeout", TimeoutSpec.class);
        specs.put("tracing", TracingSpec.class);
        specs.put("tool-log", ToolLogSpec.class);
        specs.put("audit", AuditSpec.class);
        specs.put("idempotent", IdempotentSpec.class);
        specs.put("policy", PolicySpec.class);
        specs.put("approval", ApprovalSpec.class);
        specs.put("security", SecuritySpec.class);
        return new MiddlewareCatalog(specs);
    }

    /** The same catalog with one more, or with another record for a name that it has. */
    public MiddlewareCatalog with(String name, Class<? extends MiddlewareSpec> spec) {
        Map<String, Class<? extends MiddlewareSpec>> more = new LinkedHashMap<>(specs);
        more.put(Objects.requireNonNull(name, "'name' must not be null"), spec);
        return new MiddlewareCatalog(more);
    }

    /** The record with the middleware's settings; null when none has that name. */
    public @Nullable Class<? extends MiddlewareSpec> find(String name) {
        return specs.get(name);
    }

    public Set<String> names() {
        return specs.keySet();
    }

    /** The names that can stand in a chat chain. */
    public Set<String> chatNames() {
        return namesOf(ChatSpec.class);
    }

    /** The names that can stand in a tool chain. */
    public Set<String> toolNames() {
        return namesOf(ToolSpec.class);
    }

    private Set<String> namesOf(Class<? extends MiddlewareSpec> kind) {
        Set<String> names = new TreeSet<>();
        specs.forEach((name, type) -> {
            if (kind.isAssignableFrom(type)) {
                names.add(name);
            }
        });
        return names;
    }
}

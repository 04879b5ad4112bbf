package io.agentkit.catalog;

import io.agentkit.CallKind;
import io.agentkit.audit.AuditSpec;
import io.agentkit.cache.ChatMemoizeSpec;
import io.agentkit.cache.MemoizeSpec;
import io.agentkit.cache.semantic.SemanticMemoizeSpec;
import io.agentkit.coerce.OutputCoerceSpec;
import io.agentkit.compaction.CompactionSpec;
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
import io.agentkit.safety.ChatSecuritySpec;
import io.agentkit.safety.PolicySpec;
import io.agentkit.safety.SecuritySpec;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.MiddlewareSpec;
import io.agentkit.spec.ToolSpec;
import io.agentkit.spend.CostSpec;
import io.agentkit.spend.MeterSpec;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of the built-in middlewares and the records that hold their settings. A name has one record that both kinds of chains read, or
 * one for each kind. Immutable and thread-safe.
 */
public final class MiddlewareCatalog {

    private final Map<String, Class<? extends MiddlewareSpec>> chat;
    private final Map<String, Class<? extends MiddlewareSpec>> tool;

    private MiddlewareCatalog(
            Map<String, Class<? extends MiddlewareSpec>> chat, Map<String, Class<? extends MiddlewareSpec>> tool) {
        this.chat = chat;
        this.tool = tool;
    }

    /** All that come with agentkit, a line each. */
    public static MiddlewareCatalog builtIns() {
        return new MiddlewareCatalog(Map.of(), Map.of())
                .with("cost", CostSpec.class)
                .with("meter", MeterSpec.class)
                .with("memoize", ChatMemoizeSpec.class)
                .with("memoize", MemoizeSpec.class)
                .with("compaction", CompactionSpec.class)
                .with("semantic-memoize", SemanticMemoizeSpec.class)
                .with("depth-limit", DepthLimitSpec.class)
                .with("egress", EgressSpec.class)
                .with("rate-limit", RateLimitSpec.class)
                .with("fallback", FallbackSpec.class)
                .with("hedge", HedgeSpec.class)
                .with("retry", RetrySpec.class)
                .with("timeout", TimeoutSpec.class)
                .with("output-coerce", OutputCoerceSpec.class)
                .with("tracing", TracingSpec.class)
                .with("tool-log", ToolLogSpec.class)
                .with("audit", AuditSpec.class)
                .with("idempotent", IdempotentSpec.class)
                .with("policy", PolicySpec.class)
                .with("approval", ApprovalSpec.class)
                .with("security", ChatSecuritySpec.class)
                .with("security", SecuritySpec.class);
    }

    /** The same catalog with one more, or with another record for a name in the kinds of chains that the record is for. */
    public MiddlewareCatalog with(String name, Class<? extends MiddlewareSpec> spec) {
        Objects.requireNonNull(name, "'name' must not be null");
        return new MiddlewareCatalog(
                ChatSpec.class.isAssignableFrom(spec) ? and(chat, name, spec) : chat,
                ToolSpec.class.isAssignableFrom(spec) ? and(tool, name, spec) : tool);
    }

    private static Map<String, Class<? extends MiddlewareSpec>> and(
            Map<String, Class<? extends MiddlewareSpec>> known, String name, Class<? extends MiddlewareSpec> spec) {
        Map<String, Class<? extends MiddlewareSpec>> more = new TreeMap<>(known);
        more.put(name, spec);
        return Collections.unmodifiableMap(more);
    }

    /** The record with the middleware's settings in chains of this kind; null when none of that name can stand there. */
    public @Nullable Class<? extends MiddlewareSpec> find(String name, CallKind kind) {
        return of(kind).get(name);
    }

    /** The records of this name: one, two when chat and tool chains have their own, none when nobody knows it. */
    public Set<Class<? extends MiddlewareSpec>> find(String name) {
        return Stream.of(chat.get(name), tool.get(name))
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The names in alphabetical order. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>(chat.keySet());
        names.addAll(tool.keySet());
        return names;
    }

    /** The names that can stand in chains of this kind, in alphabetical order. */
    public Set<String> names(CallKind kind) {
        return of(kind).keySet();
    }

    private Map<String, Class<? extends MiddlewareSpec>> of(CallKind kind) {
        return kind == CallKind.CHAT ? chat : tool;
    }
}

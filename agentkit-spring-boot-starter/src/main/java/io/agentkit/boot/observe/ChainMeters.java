package io.agentkit.boot.observe;

import io.agentkit.CallKind;
import io.agentkit.observe.BoundedNames;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The meters of one chain by model or tool; there are never more than a bounded number of them. Thread-safe. */
final class ChainMeters {

    private final Map<String, TargetMeters> targets = new ConcurrentHashMap<>();
    private final BoundedNames names = new BoundedNames(BoundedNames.DEFAULT_LIMIT);
    private final MeterRegistry registry;
    private final CallKind kind;
    private final String chain;

    ChainMeters(MeterRegistry registry, CallKind kind, String chain) {
        this.registry = registry;
        this.kind = kind;
        this.chain = chain;
    }

    TargetMeters of(@Nullable String name) {
        TargetMeters known = name == null ? null : targets.get(name);
        return known != null
                ? known
                : targets.computeIfAbsent(names.of(name), target -> new TargetMeters(registry, kind, chain, target));
    }
}

package io.agentkit.boot.endpoint;

import io.agentkit.CallKind;
import io.agentkit.Chain;
import io.agentkit.boot.ChainPair;
import io.agentkit.boot.Chains;
import io.agentkit.boot.DeclaredTool;
import io.agentkit.boot.MiddlewareDescription;
import io.agentkit.boot.ToolDeclarations;
import io.agentkit.cache.Caches;
import io.agentkit.limit.RateLimiter;
import io.agentkit.limit.RateLimiterStatus;
import io.agentkit.limit.RateLimiters;
import io.agentkit.resilience.Breakers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * {@code /actuator/chains}: every chain with its order and effective settings, what the bridges govern, tools whose safety is unknown, and
 * how circuit breakers and caches stand.
 * Secrets are never in it. Thread-safe.
 */
@Endpoint(id = "chains", defaultAccess = Access.READ_ONLY)
public class ChainsEndpoint {

    private final Chains chains;

    private final ToolDeclarations tools;

    private final List<BridgeCoverage> bridges;

    private final RateLimiters limiters;

    private final Breakers breakers;

    private final Caches caches;

    /** Created by the auto-configuration; an application replaces it with a bean of its own. */
    public ChainsEndpoint(
            Chains chains,
            ToolDeclarations tools,
            List<BridgeCoverage> bridges,
            RateLimiters limiters,
            Breakers breakers,
            Caches caches) {
        this.chains = chains;
        this.tools = tools;
        this.breakers = breakers;
        this.caches = caches;
        this.bridges = List.copyOf(bridges);
        this.limiters = limiters;
    }

    @ReadOperation
    public ChainsDescriptor chains() {
        Map<String, PairDescriptor> pairs = new LinkedHashMap<>();
        for (ChainPair pair : chains.all()) {
            pairs.put(pair.name(), describe(pair));
        }
        return new ChainsDescriptor(
                chains.isEnabled(),
                pairs,
                chains.assignedModels(),
                bridges.stream().flatMap(bridge -> bridge.entries().stream()).toList(),
                tools.undeclared(),
                limiters.all().stream().map(RateLimiter::status).toList(),
                breakers.all().stream().map(BreakerDescriptor::of).toList(),
                caches.all().stream().map(CacheDescriptor::of).toList());
    }

    /** One pair; null, which is a 404, when there is none of that name. */
    @ReadOperation
    public @Nullable PairDescriptor pair(@Selector String name) {
        return chains.all().stream()
                .filter(pair -> pair.name().equals(name))
                .findFirst()
                .map(this::describe)
                .orElse(null);
    }

    private PairDescriptor describe(ChainPair pair) {
        return new PairDescriptor(
                describe(pair.chat(), chains.describe(pair.name(), CallKind.CHAT)),
                describe(pair.tool(), chains.describe(pair.name(), CallKind.TOOL)),
                describe(tools.known(pair.name())));
    }

    private static Map<String, ToolDescriptor> describe(Map<String, DeclaredTool> tools) {
        Map<String, ToolDescriptor> described = new LinkedHashMap<>();
        tools.forEach((name, tool) -> described.put(
                name,
                new ToolDescriptor(
                        tool.settings(),
                        tool.sources(),
                        tool.conflict() == null ? null : tool.conflict().toString())));
        return described;
    }

    private static ChainDescriptor describe(Chain<?, ?> chain, List<MiddlewareDescription> middlewares) {
        return new ChainDescriptor(chain.toString(), middlewares);
    }

    /**
     * Everything.
     *
     * @param enabled whether calls go through chains
     * @param pairs the pairs of chains by name
     * @param models the pair assigned to a model's bean, where it is not the default one
     * @param coverage what the bridges govern
     * @param toolsOfUnknownSafety tools that were called or offered and of which nobody said what a second call does
     * @param rateLimiters what the limiters look like now
     * @param breakers the circuits of models and tools that were asked since the start
     * @param caches what each cache of a chain is good for
     */
    public record ChainsDescriptor(
            boolean enabled,
            Map<String, PairDescriptor> pairs,
            Map<String, String> models,
            List<BridgeCoverage.Entry> coverage,
            Set<String> toolsOfUnknownSafety,
            List<RateLimiterStatus> rateLimiters,
            List<BreakerDescriptor> breakers,
            List<CacheDescriptor> caches)
            implements OperationResponseBody {}

    /**
     * A pair of chains.
     *
     * @param chat around models
     * @param tool around tools
     * @param tools the tools that the pair was asked about, by name
     */
    public record PairDescriptor(ChainDescriptor chat, ChainDescriptor tool, Map<String, ToolDescriptor> tools)
            implements OperationResponseBody {}

    /**
     * What is known about a tool.
     *
     * @param facts what holds, as one would write it in yml
     * @param from where each of them was said
     * @param conflict what was said and does not go together; null when all does
     */
    public record ToolDescriptor(
            Map<String, Object> facts,
            Map<String, String> from,
            @Nullable String conflict) {}

    /**
     * A chain.
     *
     * @param chain nested as it runs
     * @param middlewares outermost first
     */
    public record ChainDescriptor(String chain, List<MiddlewareDescription> middlewares) {}
}

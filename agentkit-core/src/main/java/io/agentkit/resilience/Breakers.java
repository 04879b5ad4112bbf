package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.CallKind;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Request;
import io.agentkit.time.Time;
import io.agentkit.tool.ToolRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The circuit breakers of all chains, one for each model or tool in each chain: what shows how they stand. At most 1,000 are kept; beyond
 * that those with nothing to remember are forgotten. Thread-safe.
 */
public final class Breakers {

    /** Names of models and tools come from outside. */
    static final int MOST = 1_000;

    private static final Comparator<BreakerStatus> ORDER = Comparator.comparing(BreakerStatus::kind)
            .thenComparing(BreakerStatus::chain)
            .thenComparing(BreakerStatus::target);

    private record Key(
            CallKind kind,
            String chain,
            @Nullable String provider,
            @Nullable String name) {}

    private final Map<Key, Breaker> breakers = new ConcurrentHashMap<>();
    private final Time time;

    /** @param time measures cool-downs */
    public Breakers(Time time) {
        this.time = time;
    }

    /** How they stand, by kind, chain and target; those of models and tools that were asked since the start. */
    public List<BreakerStatus> all() {
        return breakers.values().stream().map(Breaker::status).sorted(ORDER).toList();
    }

    /** How one stands; null when there is none. */
    public @Nullable BreakerStatus find(CallKind kind, String chain, String target) {
        for (BreakerStatus status : all()) {
            if (status.kind() == kind
                    && status.chain().equals(chain)
                    && status.target().equals(target)) {
                return status;
            }
        }
        return null;
    }

    /** @param recent the one of the call before, which most calls have too */
    Breaker of(Call<?> call, BreakerSpec spec, @Nullable Breaker recent) {
        return of(call, name(call.request()), spec, recent);
    }

    /** @param name the model or tool; null when the endpoint decides */
    Breaker of(Call<?> call, @Nullable String name, BreakerSpec spec, @Nullable Breaker recent) {
        String provider = call.kind() == CallKind.CHAT ? call.provider() : null;
        if (recent != null && recent.fits(call.kind(), call.chain(), provider, name)) {
            return recent;
        }
        Key key = new Key(call.kind(), call.chain(), provider, name);
        Breaker known = breakers.get(key);
        if (known == null) {
            if (breakers.size() >= MOST) {
                breakers.values().removeIf(Breaker::isClosed);
            }
            known = breakers.computeIfAbsent(
                    key, absent -> new Breaker(call.kind(), call.chain(), provider, name, spec, time));
        }
        return known;
    }

    private static @Nullable String name(Request request) {
        if (request instanceof ChatRequest chat) {
            return chat.model();
        }
        return request instanceof ToolRequest tool ? tool.name() : null;
    }
}

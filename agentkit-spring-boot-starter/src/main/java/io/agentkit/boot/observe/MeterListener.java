package io.agentkit.boot.observe;

import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.CallKind;
import io.agentkit.Event;
import io.agentkit.EventListener;
import io.agentkit.Failure;
import io.agentkit.UsageCorrected;
import io.agentkit.chat.CacheStatus;
import io.agentkit.egress.EgressBlocked;
import io.agentkit.limit.RateLimitRefused;
import io.agentkit.limit.RateLimitWaited;
import io.agentkit.observe.BoundedNames;
import io.agentkit.spend.BudgetExceeded;
import io.agentkit.spend.BudgetRefused;
import io.agentkit.spend.BudgetThresholdReached;
import io.agentkit.spend.RefusalReason;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Feeds the meters with what chains tell. Thread-safe. */
final class MeterListener implements EventListener {

    private final Map<String, ChainMeters> chat = new ConcurrentHashMap<>();
    private final Map<String, ChainMeters> tools = new ConcurrentHashMap<>();
    private final BoundedNames budgets = new BoundedNames(BoundedNames.DEFAULT_LIMIT);
    private final BoundedNames refusedTools = new BoundedNames(BoundedNames.DEFAULT_LIMIT);
    private final MeterRegistry registry;
    private final HedgeMeters hedges;
    private final IdempotencyMeters idempotency;
    private final GuardMeters guards;
    private final CompactionMeters compactions;
    private final OutputMeters outputs;

    /** Most calls go where the one before went. Read without a lock: an older one is as good, since its fields are final. */
    private @Nullable Recent recent;

    private record Recent(
            CallKind kind, String chain, @Nullable String target, TargetMeters meters) {

        boolean fits(CallKind otherKind, String otherChain, @Nullable String otherTarget) {
            return kind == otherKind && chain.equals(otherChain) && Objects.equals(target, otherTarget);
        }
    }

    MeterListener(MeterRegistry registry) {
        this.registry = registry;
        this.hedges = new HedgeMeters(registry);
        this.idempotency = new IdempotencyMeters(registry);
        this.guards = new GuardMeters(registry);
        this.compactions = new CompactionMeters(registry);
        this.outputs = new OutputMeters(registry);
    }

    @Override
    public void on(Event event) {
        if (event instanceof UsageCorrected late) {
            meters(CallKind.CHAT, late.chain(), late.target()).corrected(late.correction());
        } else if (event instanceof BudgetExceeded exceeded) {
            refused(exceeded.budget(), exceeded.reason());
        } else if (event instanceof BudgetRefused refused) {
            refused(refused.budget(), refused.reason());
        } else if (event instanceof BudgetThresholdReached reached) {
            count(AgentkitMeter.BUDGET_THRESHOLDS, reached.budget(), Integer.toString(reached.percent()));
        } else if (event instanceof RateLimitWaited waited) {
            Timer.builder(AgentkitMeter.RATE_LIMIT_WAITS.getName())
                    .tags(AgentkitMeter.RATE_LIMIT_WAITS.tags(waited.limiter()))
                    .register(registry)
                    .record(waited.waited());
        } else if (event instanceof RateLimitRefused refused) {
            String reason = refused.reason().name().toLowerCase(Locale.ROOT);
            BudgetMeters.counter(registry, AgentkitMeter.RATE_LIMIT_REFUSALS, refused.limiter(), reason)
                    .increment();
        } else if (event instanceof EgressBlocked blocked) {
            BudgetMeters.counter(
                            registry,
                            AgentkitMeter.EGRESS_BLOCKED,
                            refusedTools.of(blocked.tool()),
                            blocked.rule().text())
                    .increment();
        } else {
            hedges.on(event);
            idempotency.on(event);
            guards.on(event);
            compactions.on(event);
            outputs.on(event);
        }
    }

    @Override
    public void requestEnded(Attempt<?> attempt, @Nullable Failure failure) {
        Call<?> call = attempt.call();
        meters(call.kind(), call.chain(), attempt.model()).ended(attempt);
    }

    @Override
    public void callEnded(
            Call<?> call, @Nullable String target, CacheStatus cacheStatus, long nanos, @Nullable Failure failure) {
        meters(call.kind(), call.chain(), target).ended(call.meta(), cacheStatus, nanos, failure);
    }

    /** It counts the ends of calls and requests without any being made. */
    @Override
    public boolean wants(Class<? extends Event> routine) {
        return false;
    }

    private TargetMeters meters(CallKind kind, String chain, @Nullable String target) {
        Recent last = recent;
        if (last != null && last.fits(kind, chain, target)) {
            return last.meters();
        }
        TargetMeters meters = chain(kind, chain).of(target);
        recent = new Recent(kind, chain, target, meters);
        return meters;
    }

    private ChainMeters chain(CallKind kind, String name) {
        Map<String, ChainMeters> chains = kind == CallKind.CHAT ? chat : tools;
        ChainMeters known = chains.get(name);
        return known != null ? known : chains.computeIfAbsent(name, absent -> new ChainMeters(registry, kind, name));
    }

    private void refused(String budget, RefusalReason reason) {
        count(AgentkitMeter.BUDGET_REFUSALS, budget, BudgetMeters.word(reason));
    }

    private void count(AgentkitMeter meter, String budget, String what) {
        BudgetMeters.counter(registry, meter, budgets.of(budget), what).increment();
    }
}

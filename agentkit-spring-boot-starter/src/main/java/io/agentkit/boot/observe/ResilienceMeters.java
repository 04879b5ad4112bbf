package io.agentkit.boot.observe;

import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.CallKind;
import io.agentkit.Event;
import io.agentkit.EventListener;
import io.agentkit.Failure;
import io.agentkit.chat.CacheStatus;
import io.agentkit.observe.BoundedNames;
import io.agentkit.resilience.BreakerOpened;
import io.agentkit.resilience.BreakerRefused;
import io.agentkit.resilience.BreakerStatus;
import io.agentkit.resilience.Breakers;
import io.agentkit.resilience.FallbackTaken;
import io.agentkit.resilience.TimeLimitIgnored;
import io.agentkit.resilience.TimeLimitPassed;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

/** Shows the circuits that ever opened, and counts what they refused, what time limits ended and when another model was asked. Thread-safe. */
final class ResilienceMeters implements EventListener {

    private final BoundedNames targets = new BoundedNames(BoundedNames.DEFAULT_LIMIT);
    private final MeterRegistry registry;
    private final Breakers breakers;

    ResilienceMeters(MeterRegistry registry, Breakers breakers) {
        this.registry = registry;
        this.breakers = breakers;
    }

    @Override
    public void on(Event event) {
        if (event instanceof BreakerOpened opened) {
            show(opened.kind(), opened.chain(), opened.target());
        } else if (event instanceof BreakerRefused refused) {
            count(
                    refused.kind() == CallKind.CHAT
                            ? AgentkitMeter.CHAT_BREAKER_REFUSALS
                            : AgentkitMeter.TOOL_BREAKER_REFUSALS,
                    refused.chain(),
                    targets.of(refused.target()));
        } else if (event instanceof FallbackTaken taken) {
            count(
                    AgentkitMeter.FALLBACKS,
                    taken.chain(),
                    targets.of(taken.from()),
                    targets.of(taken.to()),
                    taken.failure().kind().text());
        } else if (event instanceof TimeLimitPassed passed) {
            count(
                    passed.kind() == CallKind.CHAT ? AgentkitMeter.CHAT_TIMEOUTS : AgentkitMeter.TOOL_TIMEOUTS,
                    passed.chain(),
                    targets.of(passed.target()),
                    passed.limit().setting());
        } else if (event instanceof TimeLimitIgnored ignored) {
            count(
                    ignored.kind() == CallKind.CHAT
                            ? AgentkitMeter.CHAT_TIMEOUTS_IGNORED
                            : AgentkitMeter.TOOL_TIMEOUTS_IGNORED,
                    ignored.chain(),
                    targets.of(ignored.target()),
                    ignored.limit().setting());
        }
    }

    private void count(AgentkitMeter meter, String... values) {
        Counter.builder(meter.getName())
                .baseUnit(meter.getBaseUnit())
                .tags(meter.tags(values))
                .register(registry)
                .increment();
    }

    /** Without effect when it is shown already. */
    private void show(CallKind kind, String chain, String target) {
        AgentkitMeter meter =
                kind == CallKind.CHAT ? AgentkitMeter.CHAT_BREAKER_STATE : AgentkitMeter.TOOL_BREAKER_STATE;
        Gauge.builder(meter.getName(), breakers, all -> value(all.find(kind, chain, target)))
                .tags(meter.tags(chain, targets.of(target)))
                .strongReference(true)
                .register(registry);
    }

    private static double value(@Nullable BreakerStatus status) {
        return status == null ? 0 : status.state().ordinal();
    }

    @Override
    public boolean wants(Class<? extends Event> routine) {
        return false;
    }

    @Override
    public void requestEnded(Attempt<?> attempt, @Nullable Failure failure) {}

    @Override
    public void callEnded(
            Call<?> call, @Nullable String target, CacheStatus cacheStatus, long nanos, @Nullable Failure failure) {}
}

package io.agentkit.boot.observe;

import io.agentkit.CallKind;
import io.agentkit.CallMeta;
import io.agentkit.Correction;
import io.agentkit.ErrorKind;
import io.agentkit.Failure;
import io.agentkit.Outcome;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one model or tool in one chain, looked up in the registry once and then held: a look-up costs more than counting. A meter
 * appears with its first value. Thread-safe.
 */
final class TargetMeters {

    private static final int NO_ERROR = ErrorKind.values().length;

    private static final int CACHES = CacheStatus.values().length;

    private static final String[] TOKEN_TYPES = {"input", "cache_read", "cache_write", "output"};

    private final MeterRegistry registry;
    private final boolean chat;
    private final String chain;
    private final String target;
    private final AtomicReferenceArray<@Nullable Timer> calls = new AtomicReferenceArray<>((NO_ERROR + 1) * CACHES);
    private final AtomicReferenceArray<@Nullable Timer> firstText = new AtomicReferenceArray<>(1);
    private final AtomicReferenceArray<@Nullable Counter> retries = new AtomicReferenceArray<>(1);
    private final AtomicReferenceArray<@Nullable Counter> requests =
            new AtomicReferenceArray<>(Outcome.Status.values().length);
    private final AtomicReferenceArray<@Nullable Counter> tokens = new AtomicReferenceArray<>(TOKEN_TYPES.length);
    private final AtomicReferenceArray<@Nullable MoneyTotal> cost = new AtomicReferenceArray<>(1);

    TargetMeters(MeterRegistry registry, CallKind kind, String chain, String target) {
        this.registry = registry;
        this.chat = kind == CallKind.CHAT;
        this.chain = chain;
        this.target = target;
    }

    void ended(CallMeta call, CacheStatus cacheStatus, long nanos, @Nullable Failure failure) {
        int error = failure == null ? NO_ERROR : failure.kind().ordinal();
        held(calls, error * CACHES + cacheStatus.ordinal(), () -> calls(cacheStatus, failure))
                .record(nanos, TimeUnit.NANOSECONDS);
        Long shown = call.firstText();
        if (shown != null) {
            held(firstText, 0, this::firstText).record(shown - call.started(), TimeUnit.NANOSECONDS);
        }
        if (call.attempts() > 1) {
            held(retries, 0, this::retries).increment(call.attempts() - 1.0);
        }
    }

    void ended(Outcome request) {
        Outcome.Status status = request.status();
        held(requests, status.ordinal(), () -> requests(status)).increment();
        Usage usage = request.usage();
        if (usage != null) {
            used(usage);
        }
        Money usd = request.usd();
        if (usd != null) {
            held(cost, 0, this::cost).add(usd);
        }
    }

    /** Tokens only upwards: a counter that goes down looks like a restart. */
    void corrected(Correction correction) {
        used(correction.actual().minus(correction.booked()));
        Money usd = correction.actualUsd();
        if (usd != null) {
            held(cost, 0, this::cost).add(correction.bookedUsd() == null ? usd : usd.minus(correction.bookedUsd()));
        }
    }

    private void used(Usage usage) {
        count(0, usage.input());
        count(1, usage.cacheRead());
        count(2, usage.cacheWrite());
        count(3, usage.output());
    }

    private void count(int type, long amount) {
        if (amount > 0) {
            held(tokens, type, () -> tokens(type)).increment((double) amount);
        }
    }

    /** Twice at the same time is harmless: a registry gives the same meter for the same name and tags. */
    private static <M> M held(AtomicReferenceArray<@Nullable M> meters, int index, Supplier<M> register) {
        M meter = meters.get(index);
        if (meter != null) {
            return meter;
        }
        synchronized (meters) {
            meter = meters.get(index);
            if (meter == null) {
                meter = register.get();
                meters.set(index, meter);
            }
            return meter;
        }
    }

    private Timer calls(CacheStatus cache, @Nullable Failure failure) {
        AgentkitMeter meter = chat ? AgentkitMeter.CHAT_CALLS : AgentkitMeter.TOOL_CALLS;
        return Timer.builder(meter.getName())
                .tags(meter.tags(
                        chain,
                        target,
                        cache.name().toLowerCase(Locale.ROOT),
                        failure == null ? "none" : failure.kind().text()))
                .register(registry);
    }

    private Timer firstText() {
        return Timer.builder(AgentkitMeter.CHAT_FIRST_TEXT.getName())
                .tags(AgentkitMeter.CHAT_FIRST_TEXT.tags(chain, target))
                .register(registry);
    }

    private Counter retries() {
        return counter(chat ? AgentkitMeter.CHAT_RETRIES : AgentkitMeter.TOOL_RETRIES, chain, target);
    }

    private Counter requests(Outcome.Status status) {
        return counter(
                chat ? AgentkitMeter.CHAT_REQUESTS : AgentkitMeter.TOOL_REQUESTS,
                chain,
                target,
                status.name().toLowerCase(Locale.ROOT));
    }

    private Counter tokens(int type) {
        return counter(AgentkitMeter.TOKENS, chain, target, TOKEN_TYPES[type]);
    }

    private Counter counter(AgentkitMeter meter, String... values) {
        return Counter.builder(meter.getName())
                .baseUnit(meter.getBaseUnit())
                .tags(meter.tags(values))
                .register(registry);
    }

    private MoneyTotal cost() {
        MoneyTotal total = new MoneyTotal();
        FunctionCounter.builder(AgentkitMeter.COST.getName(), total, MoneyTotal::value)
                .baseUnit(AgentkitMeter.COST.getBaseUnit())
                .tags(AgentkitMeter.COST.tags(chain, target))
                .register(registry);
        return total;
    }
}

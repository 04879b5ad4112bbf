package io.agentkit.boot.observe;

import io.agentkit.cache.CacheFigures;
import io.agentkit.cache.Caches;
import io.agentkit.cache.Comparisons;
import io.agentkit.cache.InMemoryCacheStore;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/** What each cache of a chain is good for. They are there once the chains are. Thread-safe. */
final class CacheMeters implements MeterBinder {

    private final Caches caches;

    CacheMeters(Caches caches) {
        this.caches = caches;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (CacheFigures cache : caches.all()) {
            String name = cache.name();
            counter(registry, AgentkitMeter.CACHE_HITS, cache, CacheFigures::hits, name);
            counter(registry, AgentkitMeter.CACHE_WAITS, cache, CacheFigures::waits, name);
            counter(registry, AgentkitMeter.CACHE_MISSES, cache, CacheFigures::misses, name);
            counter(registry, AgentkitMeter.CACHE_FAILURES, cache, CacheFigures::failures, name);
            counter(registry, AgentkitMeter.CACHE_STALE, cache, CacheFigures::stale, name);
            counter(registry, AgentkitMeter.CACHE_SAVED, cache, CacheMeters::saved, name);
            gauge(registry, AgentkitMeter.CACHE_RATIO, cache, CacheFigures::ratio, name);
            Comparisons comparisons = cache.comparisons();
            if (comparisons != null) {
                counter(registry, AgentkitMeter.CACHE_DOUBTS, comparisons, Comparisons::doubts, name);
                counter(registry, AgentkitMeter.CACHE_COMPARISONS, comparisons, Comparisons::compared, name);
                counter(registry, AgentkitMeter.CACHE_AGREEMENTS, comparisons, Comparisons::agreed, name);
            }
            if (cache.store() instanceof InMemoryCacheStore memory) {
                counter(registry, AgentkitMeter.CACHE_EVICTIONS, memory, InMemoryCacheStore::evictions, name);
                gauge(registry, AgentkitMeter.CACHE_ENTRIES, memory, InMemoryCacheStore::size, name);
                gauge(registry, AgentkitMeter.CACHE_BYTES, memory, InMemoryCacheStore::bytes, name);
            }
        }
    }

    private static double saved(CacheFigures cache) {
        return cache.savedUsd().toBigDecimal().doubleValue();
    }

    private static <T> void counter(
            MeterRegistry registry, AgentkitMeter meter, T of, ToDoubleFunction<T> value, String cache) {
        FunctionCounter.builder(meter.getName(), of, value)
                .baseUnit(meter.getBaseUnit())
                .tags(meter.tags(cache))
                .register(registry);
    }

    private static <T> void gauge(
            MeterRegistry registry, AgentkitMeter meter, T of, ToDoubleFunction<T> value, String cache) {
        Gauge.builder(meter.getName(), of, value)
                .baseUnit(meter.getBaseUnit())
                .tags(meter.tags(cache))
                .strongReference(true)
                .register(registry);
    }
}

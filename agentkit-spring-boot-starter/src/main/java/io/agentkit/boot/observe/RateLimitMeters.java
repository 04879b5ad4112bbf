package io.agentkit.boot.observe;

import io.agentkit.limit.RateLimiter;
import io.agentkit.limit.RateLimiters;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** How many requests wait at each limiter. Those of chains are there once the chains are. Thread-safe. */
final class RateLimitMeters implements MeterBinder {

    private final RateLimiters limiters;

    RateLimitMeters(RateLimiters limiters) {
        this.limiters = limiters;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (RateLimiter limiter : limiters.all()) {
            Gauge.builder(AgentkitMeter.RATE_LIMIT_WAITING.getName(), limiter, RateLimiter::waiting)
                    .baseUnit(AgentkitMeter.RATE_LIMIT_WAITING.getBaseUnit())
                    .tags(AgentkitMeter.RATE_LIMIT_WAITING.tags(limiter.name()))
                    .strongReference(true)
                    .register(registry);
        }
    }
}

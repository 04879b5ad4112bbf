package io.agentkit.boot;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Counts event listeners that threw, where there are metrics. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(MeterBinder.class)
class EventFailureMetrics {

    @Bean
    MeterBinder agentkitEventFailures(EventHub hub) {
        return registry -> FunctionCounter.builder("agentkit.events.failures", hub, EventHub::failures)
                .description("Event listeners that threw; the calls went on")
                .register(registry);
    }
}

package io.agentkit.boot.observe;

import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.boot.Chains;
import io.agentkit.cache.Caches;
import io.agentkit.limit.RateLimiters;
import io.agentkit.price.LivePrices;
import io.agentkit.resilience.Breakers;
import io.agentkit.safety.Approvals;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.CostMeter;
import io.agentkit.time.Time;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/**
 * Counts what chains do, where there is a {@link MeterRegistry}.
 */
@AutoConfiguration(
        after = AgentkitAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnSingleCandidate(MeterRegistry.class)
public final class AgentkitMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    MeterListener agentkitMeterListener(MeterRegistry registry) {
        return new MeterListener(registry);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(CostMeter.class)
    CostMeters agentkitCostMeters(MeterRegistry registry, CostMeter costs) {
        return new CostMeters(registry, costs);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(Budgets.class)
    BudgetMeters agentkitBudgetMeters(Budgets budgets) {
        return new BudgetMeters(budgets);
    }

    /** @param chains made before, since those with a rate of their own add limiters */
    @Bean
    @ConditionalOnBean(RateLimiters.class)
    MeterBinder agentkitRateLimitMeters(RateLimiters limiters, Chains chains) {
        return new RateLimitMeters(limiters);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(Breakers.class)
    ResilienceMeters agentkitResilienceMeters(MeterRegistry registry, Breakers breakers) {
        return new ResilienceMeters(registry, breakers);
    }

    /** @param chains made before, since those that keep answers add caches */
    @Bean
    @ConditionalOnBean(Caches.class)
    MeterBinder agentkitCacheMeters(Caches caches, Chains chains) {
        return new CacheMeters(caches);
    }

    @Bean
    @ConditionalOnBean(Approvals.class)
    MeterBinder agentkitApprovalMeters(Approvals approvals) {
        return new ApprovalMeters(approvals);
    }

    /** How old imported prices are, and whether they can be had. */
    @Bean
    @ConditionalOnBean(LivePrices.class)
    MeterBinder agentkitPriceMeters(LivePrices prices, ObjectProvider<Time> time) {
        return new PriceMeters(prices, time.getIfAvailable(Time::system));
    }
}

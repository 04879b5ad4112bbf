package io.agentkit.boot.endpoint;

import io.agentkit.audit.AuditStore;
import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.idempotency.IdempotencyStore;
import io.agentkit.price.LivePrices;
import io.agentkit.resilience.Breakers;
import io.agentkit.safety.Approvals;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.SpendHistory;
import io.agentkit.time.Time;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Shows costs, budgets and the tool audit on the actuator.
 */
@AutoConfiguration(after = AgentkitAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
public final class AgentkitEndpointsAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(CostsEndpoint.class)
    @ConditionalOnBean(CostMeter.class)
    static class Costs {

        @Bean
        @ConditionalOnMissingBean
        CostsEndpoint agentkitCostsEndpoint(CostMeter meter, ObjectProvider<LivePrices> prices) {
            return new CostsEndpoint(meter, prices.getIfUnique());
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnBean(SpendHistory.class)
        CostsEndpointWebExtension agentkitCostsEndpointWebExtension(SpendHistory history) {
            return new CostsEndpointWebExtension(history);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    @ConditionalOnBean(LivePrices.class)
    @ConditionalOnProperty("agentkit.pricing.imports[0].from")
    static class ImportedPrices {

        @Bean
        @ConditionalOnMissingBean(name = "agentkitPricesHealthIndicator")
        @ConditionalOnEnabledHealthIndicator("agentkitPrices")
        HealthIndicator agentkitPricesHealthIndicator(LivePrices prices) {
            return new PricesHealthIndicator(prices);
        }
    }

    /** Off unless it is asked for: a provider that is down would take every instance out of service. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    @ConditionalOnBean(Breakers.class)
    @ConditionalOnBooleanProperty("management.health.agentkit-breakers.enabled")
    static class CircuitBreakers {

        @Bean
        @ConditionalOnMissingBean(name = "agentkitBreakersHealthIndicator")
        HealthIndicator agentkitBreakersHealthIndicator(Breakers breakers) {
            return new BreakersHealthIndicator(breakers);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(BudgetsEndpoint.class)
    @ConditionalOnBean(Budgets.class)
    static class BudgetsOverview {

        @Bean
        @ConditionalOnMissingBean
        BudgetsEndpoint agentkitBudgetsEndpoint(Budgets budgets) {
            return new BudgetsEndpoint(budgets);
        }

        @Bean
        @ConditionalOnMissingBean
        BudgetsEndpointWebExtension agentkitBudgetsEndpointWebExtension(BudgetsEndpoint endpoint) {
            return new BudgetsEndpointWebExtension(endpoint);
        }
    }

    /** Security tools of the application read audit events; they hear of tools, too, where somebody keeps such events. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(AuditEventRepository.class)
    static class AuditEvents {

        @Bean
        @ConditionalOnMissingBean
        ToolAuditEvents agentkitToolAuditEvents(ApplicationEventPublisher publisher) {
            return new ToolAuditEvents(publisher);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(IdempotencyEndpoint.class)
    @ConditionalOnBean(IdempotencyStore.class)
    static class Idempotency {

        @Bean
        @ConditionalOnMissingBean
        IdempotencyEndpoint agentkitIdempotencyEndpoint(IdempotencyStore store) {
            return new IdempotencyEndpoint(store);
        }

        @Bean
        @ConditionalOnMissingBean
        IdempotencyEndpointWebExtension agentkitIdempotencyEndpointWebExtension(IdempotencyEndpoint endpoint) {
            return new IdempotencyEndpointWebExtension(endpoint);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(ApprovalsEndpoint.class)
    @ConditionalOnBean(Approvals.class)
    @EnableConfigurationProperties(ApprovalsProperties.class)
    static class PendingApprovals {

        @Bean
        @ConditionalOnMissingBean
        ApprovalsEndpoint agentkitApprovalsEndpoint(Approvals approvals, ApprovalsProperties properties) {
            return new ApprovalsEndpoint(approvals, properties.showArguments());
        }

        @Bean
        @ConditionalOnMissingBean
        ApprovalsEndpointWebExtension agentkitApprovalsEndpointWebExtension(
                ApprovalsEndpoint endpoint, ApprovalsProperties properties) {
            return new ApprovalsEndpointWebExtension(endpoint, properties.showArguments(), properties.roles());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(ToolAuditEndpoint.class)
    @ConditionalOnBean(AuditStore.class)
    @EnableConfigurationProperties(ToolAuditProperties.class)
    static class ToolAudit {

        @Bean
        @ConditionalOnMissingBean
        ToolAuditEndpoint agentkitToolAuditEndpoint(
                AuditStore store, ObjectProvider<Time> time, ToolAuditProperties properties) {
            return new ToolAuditEndpoint(store, time.getIfAvailable(Time::system), properties.showArguments());
        }

        @Bean
        @ConditionalOnMissingBean
        ToolAuditEndpointWebExtension agentkitToolAuditEndpointWebExtension(
                ToolAuditEndpoint endpoint, ToolAuditProperties properties) {
            return new ToolAuditEndpointWebExtension(endpoint, properties.showArguments(), properties.roles());
        }
    }
}

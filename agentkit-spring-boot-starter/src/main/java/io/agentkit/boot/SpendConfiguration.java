package io.agentkit.boot;

import io.agentkit.ChainEnvironment;
import io.agentkit.money.Pricing;
import io.agentkit.price.PriceBook;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.CostMeter;
import io.agentkit.store.AuditStore;
import io.agentkit.store.BudgetStore;
import io.agentkit.store.InMemoryAuditStore;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.store.RunLedger;
import io.agentkit.time.Time;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What middlewares count in and operators read: prices, spend, budgets, records. */
@Configuration(proxyBeanMethods = false)
class SpendConfiguration {

    @Bean
    @ConditionalOnMissingBean(Pricing.class)
    PriceBook agentkitPrices(AgentkitProperties properties) {
        return PriceBook.builtIn().with(properties.pricing().models());
    }

    @Bean
    @ConditionalOnMissingBean
    CostMeter agentkitCostMeter(ChainEnvironment environment) {
        return new CostMeter(environment.time());
    }

    @Bean
    @ConditionalOnMissingBean
    BudgetStore agentkitBudgetStore(ChainEnvironment environment) {
        return new InMemoryBudgetStore(environment.time(), InMemoryBudgetStore.DEFAULT_MAX_KEYS);
    }

    /** Not by way of the environment, which needs it. */
    @Bean
    @ConditionalOnMissingBean
    RunLedger agentkitRunLedger(AgentkitProperties properties, ObjectProvider<Time> time) {
        return properties.runs().ledger().open(time.getIfAvailable(Time::system));
    }

    @Bean
    @ConditionalOnMissingBean
    Budgets agentkitBudgets(AgentkitProperties properties, BudgetStore store) {
        return Budgets.of(properties.budgets(), store);
    }

    @Bean
    @ConditionalOnMissingBean
    AuditStore agentkitAuditStore() {
        return new InMemoryAuditStore();
    }
}

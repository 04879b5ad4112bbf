package io.agentkit.boot;

import io.agentkit.AgentKitException;
import io.agentkit.ChainEnvironment;
import io.agentkit.RunHistory;
import io.agentkit.audit.AuditStore;
import io.agentkit.idempotency.IdempotencyStore;
import io.agentkit.idempotency.InMemoryIdempotencyStore;
import io.agentkit.limit.RateLimiters;
import io.agentkit.money.Pricing;
import io.agentkit.price.LivePrices;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.SpendHistory;
import io.agentkit.store.BudgetStore;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.time.Time;
import java.nio.file.InvalidPathException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** What middlewares count in and operators read: prices, spend, budgets, rate limits, records. */
@Configuration(proxyBeanMethods = false)
class SpendConfiguration {

    private static final ConfigurationPropertyName LEDGER_FILE =
            ConfigurationPropertyName.of("agentkit.runs.ledger.file");

    private static final ConfigurationPropertyName AUDIT_FILE =
            ConfigurationPropertyName.of("agentkit.audit.file.path");

    /** Reads what it imports before the first request, and waits for a source that it has no copy of. */
    @Bean(initMethod = "start")
    @ConditionalOnMissingBean(Pricing.class)
    LivePrices agentkitPrices(AgentkitProperties properties, ObjectProvider<Time> time) {
        ChainEnvironment defaults = ChainEnvironment.defaults();
        return new LivePrices(
                properties.pricing().models(),
                properties.pricing().imports(),
                time.getIfAvailable(defaults::time),
                defaults.random());
    }

    @Bean
    @ConditionalOnMissingBean
    CostMeter agentkitCostMeter(ChainEnvironment environment) {
        return new CostMeter(environment.time());
    }

    @Bean
    @ConditionalOnMissingBean
    SpendHistory agentkitSpendHistory(CostMeter meter, ChainEnvironment environment) {
        return SpendHistory.of(meter, environment.time());
    }

    @Bean
    @ConditionalOnMissingBean
    BudgetStore agentkitBudgetStore(ChainEnvironment environment) {
        return new InMemoryBudgetStore(environment.time(), InMemoryBudgetStore.DEFAULT_MAX_KEYS);
    }

    /** Its time comes not by way of the chains' environment, which needs it. */
    @Bean
    @ConditionalOnMissingBean
    RunHistory agentkitRuns(AgentkitProperties properties, ObjectProvider<Time> time, Environment environment) {
        try {
            return properties.runs().ledger().open(time.getIfAvailable(Time::system));
        } catch (AgentKitException | InvalidPathException failure) {
            PropertyTree tree = new PropertyTree(environment);
            throw Complaint.about(LEDGER_FILE.toString(), tree.find(LEDGER_FILE), String.valueOf(failure.getMessage()))
                    .remedy("Name a file that this process alone can write, or none to keep runs in memory.", failure);
        }
    }

    @Bean
    @ConditionalOnMissingBean
    Budgets agentkitBudgets(AgentkitProperties properties, BudgetStore store) {
        return Budgets.of(properties.budgets(), store);
    }

    @Bean
    @ConditionalOnMissingBean
    RateLimiters agentkitRateLimiters(AgentkitProperties properties, ChainEnvironment environment) {
        return RateLimiters.of(properties.rateLimiters(), environment.time());
    }

    @Bean
    @ConditionalOnMissingBean
    IdempotencyStore agentkitIdempotencyStore(ChainEnvironment environment) {
        return new InMemoryIdempotencyStore(environment.time());
    }

    @Bean
    @ConditionalOnMissingBean
    AuditStore agentkitAuditStore(AgentkitProperties properties, ObjectProvider<Time> time, Environment environment) {
        try {
            return properties.audit().open(time.getIfAvailable(Time::system));
        } catch (AgentKitException | InvalidPathException failure) {
            PropertyTree tree = new PropertyTree(environment);
            throw Complaint.about(AUDIT_FILE.toString(), tree.find(AUDIT_FILE), String.valueOf(failure.getMessage()))
                    .remedy(
                            "Name a file that this process alone can write, or none to keep records in memory.",
                            failure);
        }
    }
}

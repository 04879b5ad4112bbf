package io.agentkit.boot;

import io.agentkit.ChainEnvironment;
import io.agentkit.catalog.MiddlewareCatalog;
import io.agentkit.spend.CostMeter;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Reads {@code agentkit.*} and assembles the chains.
 */
@AutoConfiguration
@EnableConfigurationProperties(AgentkitProperties.class)
public final class AgentkitAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    static MiddlewareCatalog agentkitMiddlewareCatalog() {
        return MiddlewareCatalog.builtIns();
    }

    @Bean
    static ChainRegistrar agentkitChainRegistrar(Environment environment) {
        return new ChainRegistrar(environment);
    }

    @Bean
    @ConditionalOnMissingBean
    ChainEnvironment agentkitChainEnvironment() {
        return ChainEnvironment.defaults();
    }

    @Bean
    @ConditionalOnMissingBean
    CostMeter agentkitCostMeter(ChainEnvironment environment) {
        return new CostMeter(environment.time());
    }

    @Bean
    Chains agentkitChains(ChainDefinitions definitions, BeanFactory beans, ChainEnvironment environment) {
        return new Chains(definitions, beans, environment);
    }

    /** Chains are made when the application starts, also where all other beans wait: mistakes must not wait for the first request. */
    @Bean
    static LazyInitializationExcludeFilter agentkitEagerChains() {
        return LazyInitializationExcludeFilter.forBeanTypes(Chains.class);
    }
}

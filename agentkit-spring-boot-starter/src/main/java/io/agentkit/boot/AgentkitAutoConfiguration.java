package io.agentkit.boot;

import io.agentkit.ChainEnvironment;
import io.agentkit.ErrorClassifier;
import io.agentkit.ErrorReader;
import io.agentkit.EventListener;
import io.agentkit.ReplyChecks;
import io.agentkit.Retryable;
import io.agentkit.RunHistory;
import io.agentkit.cache.Caches;
import io.agentkit.catalog.MiddlewareCatalog;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.money.Pricing;
import io.agentkit.resilience.Breakers;
import io.agentkit.resilience.HedgeThreads;
import io.agentkit.spend.SpendHistory;
import io.agentkit.time.Ids;
import io.agentkit.time.Time;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.thread.Threading;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Reads {@code agentkit.*} and assembles the chains.
 */
@AutoConfiguration
@ImportRuntimeHints(AgentkitRuntimeHints.class)
@Import({EventFailureMetrics.class, GuardConfiguration.class, SpendConfiguration.class})
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
    EventHub agentkitEventHub(ObjectProvider<EventListener> listeners, ApplicationEventPublisher publisher) {
        return new EventHub(listeners, publisher);
    }

    /** Each part may be a bean of the application. */
    @Bean
    @ConditionalOnMissingBean
    ChainEnvironment agentkitChainEnvironment(
            EventHub events,
            ObjectProvider<Time> time,
            ObjectProvider<Ids> ids,
            ObjectProvider<ErrorClassifier> errors,
            ObjectProvider<ErrorReader> errorReaders,
            ObjectProvider<Pricing> pricing,
            ObjectProvider<TokenEstimator> tokens,
            ObjectProvider<ReplyChecks> replyChecks,
            ObjectProvider<RunHistory> runs) {
        ChainEnvironment defaults = ChainEnvironment.defaults();
        return new ChainEnvironment(
                time.getIfAvailable(defaults::time),
                ids.getIfAvailable(defaults::ids),
                defaults.random(),
                events.asListener(),
                errors.getIfAvailable(() ->
                        ErrorClassifier.standard(errorReaders.orderedStream().toList())),
                pricing.getIfAvailable(defaults::pricing),
                tokens.getIfAvailable(defaults::tokens),
                replyChecks.getIfAvailable(() -> ReplyChecks.LENIENT),
                runs.getIfAvailable(defaults::runs));
    }

    @Bean
    @ConditionalOnMissingBean
    Breakers agentkitBreakers(ChainEnvironment environment) {
        return new Breakers(environment.time());
    }

    /** What caches are good for, once the chains that have some are made. */
    @Bean
    @ConditionalOnMissingBean
    Caches agentkitCaches() {
        return new Caches();
    }

    /** For applications that build their own {@code retry-if} on it. */
    @Bean
    @ConditionalOnMissingBean
    Retryable agentkitRetryable(ChainEnvironment environment) {
        return new Retryable(environment.errors());
    }

    /** Virtual threads where the application has them. */
    @Bean
    @ConditionalOnMissingBean
    HedgeThreads agentkitHedgeThreads(Environment environment) {
        if (!Threading.VIRTUAL.isActive(environment)) {
            return HedgeThreads.bounded(HedgeThreads.DEFAULT_LIMIT);
        }
        SimpleAsyncTaskExecutor virtual = new SimpleAsyncTaskExecutor("agentkit-hedge-");
        virtual.setVirtualThreads(true);
        return HedgeThreads.of(virtual);
    }

    @Bean
    ToolDeclarations agentkitToolDeclarations(
            AgentkitProperties properties, Environment environment, ChainDefinitions definitions) {
        return new ToolDeclarations(properties, environment, definitions);
    }

    @Bean
    StoreCheck agentkitStoreCheck(Environment environment, ConfigurableListableBeanFactory beans) {
        StoreCheck check = new StoreCheck(environment, beans);
        check.check();
        return check;
    }

    @Bean
    Chains agentkitChains(ChainDefinitions definitions, BeanFactory beans, ChainEnvironment environment) {
        return new Chains(definitions, beans, environment);
    }

    /**
     * What is made when the application starts, also where all other beans wait: mistakes in chains must not wait for the first request, nor
     * may what was spent before somebody asks be missing from its history.
     */
    @Bean
    static LazyInitializationExcludeFilter agentkitEagerBeans() {
        return LazyInitializationExcludeFilter.forBeanTypes(Chains.class, SpendHistory.class);
    }
}

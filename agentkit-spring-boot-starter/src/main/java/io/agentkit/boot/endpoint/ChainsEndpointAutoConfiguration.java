package io.agentkit.boot.endpoint;

import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.boot.Chains;
import io.agentkit.boot.ToolDeclarations;
import io.agentkit.cache.Caches;
import io.agentkit.limit.RateLimiters;
import io.agentkit.resilience.Breakers;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Adds {@code /actuator/chains} where the actuator is present.
 */
@AutoConfiguration(after = AgentkitAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(ChainsEndpoint.class)
public final class ChainsEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    ChainsEndpoint agentkitChainsEndpoint(
            Chains chains,
            ToolDeclarations tools,
            ObjectProvider<BridgeCoverage> bridges,
            RateLimiters limiters,
            Breakers breakers,
            Caches caches) {
        return new ChainsEndpoint(chains, tools, bridges.orderedStream().toList(), limiters, breakers, caches);
    }
}

package io.agentkit.boot;

import io.agentkit.ChainEnvironment;
import io.agentkit.safety.Approvals;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What guards of tools share with the people who decide. */
@Configuration(proxyBeanMethods = false)
class GuardConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Approvals agentkitApprovals(ChainEnvironment environment) {
        return new Approvals(environment, Approvals.DEFAULT_MAX);
    }
}

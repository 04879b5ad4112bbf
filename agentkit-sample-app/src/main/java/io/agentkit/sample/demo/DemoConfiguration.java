package io.agentkit.sample.demo;

import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/**
 * The demo model, while no profile has chosen a provider.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "spring.ai.model.chat", havingValue = "none")
@EnableConfigurationProperties(DemoProperties.class)
class DemoConfiguration {

    @Bean
    ChatModel demoChatModel(JsonMapper json, DemoProperties properties) {
        return new DemoModel(json, properties.wordDelay());
    }
}

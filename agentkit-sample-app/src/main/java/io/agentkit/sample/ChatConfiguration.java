package io.agentkit.sample;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A chat client as Spring AI's reference shows it: nothing here knows of chains.
 */
@Configuration(proxyBeanMethods = false)
class ChatConfiguration {

    private static final String SYSTEM =
            "You are a brief and friendly assistant. Use the tools for weather, currencies and charging the card.";

    @Bean
    ChatClient chatClient(ChatClient.Builder builder, SampleTools tools) {
        return builder.defaultSystem(SYSTEM).defaultTools(tools).build();
    }
}

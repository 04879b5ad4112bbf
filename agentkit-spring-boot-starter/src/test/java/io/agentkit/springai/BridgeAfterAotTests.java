package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.boot.AheadOfTime;
import io.agentkit.runs.AgentkitRunsAutoConfiguration;
import io.agentkit.springai.BridgeContext.Recorded;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

class BridgeAfterAotTests {

    @TempDir
    static Path folder;

    private static ApplicationContextInitializer<GenericApplicationContext> processed = context -> {};

    @BeforeAll
    static void process() throws Exception {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.register(Application.class);
        write(context, Map.of("agentkit.chat.chain", "chatRecorder", "agentkit.tool.chain", "toolRecorder"));
        processed = new AheadOfTime(BridgeAfterAotTests.class, context).initializer(folder);
    }

    @Test
    void aModelInjectedByItsClassIsGovernedThroughItsClient() {
        try (GenericApplicationContext context =
                run(Map.of("agentkit.chat.chain", "chatRecorder", "agentkit.tool.chain", "toolRecorder"))) {
            assertThat(context.getBean(ChatModel.class)).isInstanceOf(AgentkitChatModel.class);
            assertThat(context.getBean(ChatClient.class).prompt("hi").call().content())
                    .isEqualTo("hello");
            assertThat(context.getBean(Recorded.class).chats()).isOne();
        }
    }

    @Test
    void switchedOffAtRunTimeNothingIsDecorated() {
        try (GenericApplicationContext context = run(Map.of("agentkit.enabled", "false"))) {
            assertThat(context.getBean(ChatModel.class)).isInstanceOf(ModelBeansTests.FinalModel.class);
            assertThat(context.getBean(ChatClient.class).prompt("hi").call().content())
                    .isEqualTo("hello");
        }
    }

    @Test
    void aBeanIsExcludedAtRunTime() {
        try (GenericApplicationContext context = run(Map.of("agentkit.spring-ai.exclude-beans", "model"))) {
            assertThat(context.getBean(ChatModel.class)).isInstanceOf(ModelBeansTests.FinalModel.class);
        }
    }

    private static GenericApplicationContext run(Map<String, String> properties) {
        GenericApplicationContext context = new GenericApplicationContext();
        write(context, properties);
        processed.initialize(context);
        context.refresh();
        return context;
    }

    private static void write(GenericApplicationContext context, Map<String, String> properties) {
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", new LinkedHashMap<>(properties)));
        ConfigurationPropertySources.attach(context.getEnvironment());
    }

    @Configuration(proxyBeanMethods = false)
    @Import({
        AgentkitAutoConfiguration.class,
        AgentkitRunsAutoConfiguration.class,
        AgentkitSpringAiAutoConfiguration.class,
        BridgeContext.Recording.class
    })
    static class Application {

        @Bean
        ModelBeansTests.FinalModel model() {
            return new ModelBeansTests.FinalModel();
        }

        @Bean
        ChatClient client(ModelBeansTests.FinalModel model) {
            return ChatClient.create(model);
        }
    }
}

package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentkit.ChatMiddleware;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** The application is processed ahead of time with one configuration and runs with another one. */
class ChainsAfterAotTests {

    @TempDir
    static Path folder;

    private static String sources = "";

    private static ApplicationContextInitializer<GenericApplicationContext> processed = context -> {};

    @BeforeAll
    static void process() throws Exception {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.register(Application.class);
        write(context, Map.of("agentkit.chat.chain", "tracing,retry", "agentkit.chat.retry.max-attempts", "2"));
        AheadOfTime aheadOfTime = new AheadOfTime(ChainsAfterAotTests.class, context);
        sources = aheadOfTime.sources();
        processed = aheadOfTime.initializer(folder);
    }

    @Test
    void freezesNoMiddleware() {
        assertThat(sources).contains("agentkitChains").doesNotContain("agentkit.chat.");
    }

    @Test
    void takesTheListOfTheRunTime() {
        try (GenericApplicationContext context = run(Map.of("agentkit.chat.chain", "cost,pii,retry"))) {
            assertThat(context.getBean(Chains.class).chat()).hasToString("cost(pii(retry(model)))");
            assertThat(context.getBean("agentkit.chat.retry")).isInstanceOf(ChatMiddleware.class);
            assertThat(context.containsBean("agentkit.chat.tracing")).isFalse();
        }
    }

    @Test
    void bindsPropertiesOfTheRunTime() {
        try (GenericApplicationContext context = run(Map.of("agentkit.tool.default-safety", "read-only"))) {
            assertThat(context.getBean(AgentkitProperties.class).tool().defaultSafety())
                    .hasToString("READ_ONLY");
        }
    }

    @Test
    void switchesOffAtRunTime() {
        try (GenericApplicationContext context = run(Map.of("agentkit.enabled", "false"))) {
            assertThat(context.getBean(Chains.class).isEnabled()).isFalse();
        }
    }

    @Test
    void refusesAListOfTheRunTimeThatCannotBeMeant() {
        assertThatExceptionOfType(InvalidConfigurationException.class)
                .isThrownBy(() -> run(Map.of("agentkit.chat.chain", "retrry")))
                .satisfies(refused -> assertThat(refused.property()).isEqualTo("agentkit.chat.chain"));
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
    @Import(AgentkitAutoConfiguration.class)
    static class Application {

        @Bean
        ChatMiddleware pii() {
            return (call, next) -> next.call(call);
        }
    }
}

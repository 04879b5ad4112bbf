package io.agentkit.springai;

import io.agentkit.AgentKit;
import io.agentkit.ChainEnvironment;
import io.agentkit.ToolErrorText;
import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.boot.AgentkitProperties;
import io.agentkit.boot.Chains;
import io.agentkit.boot.ToolDeclarations;
import io.agentkit.boot.endpoint.BridgeCoverage;
import io.agentkit.resilience.ChatTargets;
import io.agentkit.runs.AgentkitRunsAutoConfiguration;
import io.agentkit.runs.RunDefaults;
import org.springframework.ai.anthropic.http.okhttp.AnthropicHttpClientBuilderCustomizer;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientBuilderCustomizer;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.http.okhttp.OpenAiHttpClientBuilderCustomizer;
import org.springframework.ai.tool.execution.ToolExecutionExceptionProcessor;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.thread.Threading;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;

/**
 * Puts chains around Spring AI's models, and around tools wherever Spring AI calls them.
 */
@AutoConfiguration(
        after = {AgentkitAutoConfiguration.class, AgentkitRunsAutoConfiguration.class},
        beforeName = "org.springframework.ai.model.chat.client.autoconfigure.ChatClientAutoConfiguration")
@ConditionalOnClass(ChatModel.class)
@ImportRuntimeHints(SpringAiRuntimeHints.class)
public final class AgentkitSpringAiAutoConfiguration {

    @Bean
    static ModelPostProcessor agentkitModelPostProcessor(
            Environment environment, ObjectProvider<SpringAiBridge> bridge) {
        return new ModelPostProcessor(new BridgeSwitches(environment), bridge);
    }

    @Bean
    static AnnotatedBeans agentkitAnnotatedToolBeans() {
        return new AnnotatedBeans();
    }

    @Bean
    FactsOfTools agentkitFactsOfTools(
            ToolDeclarations declarations, AnnotatedBeans annotated, AgentkitProperties properties) {
        return new FactsOfTools(
                declarations,
                new ToolAnnotations(annotated),
                properties.springAi().trustedMcpServers());
    }

    @Bean
    ToolsAtStart agentkitToolsAtStart(
            ConfigurableListableBeanFactory beans, FactsOfTools facts, ToolDeclarations declarations, Chains chains) {
        return new ToolsAtStart(beans, facts, declarations, chains.isEnabled());
    }

    @Bean
    BridgeCoverage agentkitSpringAiCoverage(ModelPostProcessor models) {
        return models.coverage();
    }

    @Bean
    ChainThreads agentkitChainThreads(Environment environment) {
        return ChainThreads.of(Threading.VIRTUAL.isActive(environment));
    }

    @Bean
    SpringAiBridge agentkitSpringAiBridge(
            Chains chains,
            ChainEnvironment environment,
            ChainThreads threads,
            RunDefaults runDefaults,
            FactsOfTools facts,
            ObjectProvider<ToolErrorPolicy> errors,
            ModelPostProcessor models,
            AgentkitProperties properties) {
        AgentkitProperties.SpringAi settings = properties.springAi();
        return new SpringAiBridge(
                chains,
                environment,
                threads,
                runDefaults,
                facts,
                errors.getIfAvailable(() -> settings.toolErrors().isEmpty()
                        ? ToolErrorPolicy.STANDARD
                        : new ToolErrorsByKind(settings.toolErrors())),
                models.coverage(),
                new ParallelTools(threads, settings.parallelTools()));
    }

    @Bean
    @ConditionalOnMissingBean
    ToolErrorText agentkitToolErrorText(
            ObjectProvider<ToolErrorPolicy> policies, ObjectProvider<ToolExecutionExceptionProcessor> processors) {
        return new SentToolErrors(policies, processors);
    }

    @Bean
    MultipliedRetries agentkitMultipliedRetries(ModelPostProcessor models, Chains chains, Environment environment) {
        return new MultipliedRetries(models, chains, environment);
    }

    @Bean
    @ConditionalOnMissingBean
    ChatTargets agentkitChatTargets(ConfigurableListableBeanFactory beans, ChainThreads threads) {
        return new ModelTargets(beans, threads);
    }

    @Bean
    AgentKit.Models agentkitModels(ListableBeanFactory beans, Chains chains) {
        return new ModelBeans(beans, chains);
    }

    @Bean
    AgentKit.Tools agentkitTools(ObjectProvider<ToolCallbackResolver> resolver, SpringAiBridge bridge) {
        return new ToolBeans(resolver, bridge);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ChatClient.class)
    static class ClientConfiguration {

        @Bean
        static ClientPostProcessor agentkitClientPostProcessor(
                ObjectProvider<ModelPostProcessor> models, ObjectProvider<SpringAiBridge> bridge) {
            return new ClientPostProcessor(models, bridge);
        }

        @Bean
        ChatClientBuilderCustomizer agentkitToolsCustomizer(
                Environment environment, ObjectProvider<SpringAiBridge> bridge) {
            boolean enabled = new BridgeSwitches(environment).isEnabled();
            return builder -> {
                if (enabled) {
                    builder.defaultAdvisors(new ToolsAdvisor(bridge::getObject));
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(OpenAiHttpClientBuilderCustomizer.class)
    static class OpenAiConfiguration {

        @Bean
        OpenAiHttpClientBuilderCustomizer agentkitOpenAiConnections() {
            return client -> client.interceptor(new OkHttpConnections());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(AnthropicHttpClientBuilderCustomizer.class)
    static class AnthropicConfiguration {

        @Bean
        AnthropicHttpClientBuilderCustomizer agentkitAnthropicConnections() {
            return client -> client.interceptor(new OkHttpConnections());
        }
    }
}

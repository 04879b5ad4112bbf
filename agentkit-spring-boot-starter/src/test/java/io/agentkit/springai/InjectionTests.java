package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.agentkit.springai.BridgeContext.Recorded;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientBuilderCustomizer;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
import org.springframework.core.Ordered;
import reactor.core.publisher.Flux;

/** Ways to declare models and to ask for them. */
class InjectionTests {

    private final ApplicationContextRunner runner = BridgeContext.runner();

    private static final Prompt PROMPT = new Prompt("hi");

    static class Model implements ChatModel {

        @Override
        public ChatResponse call(Prompt prompt) {
            return FakeModel.response("hello");
        }

        @Override
        public Flux<ChatResponse> stream(Prompt prompt) {
            return FakeModel.chunks("hel", "lo");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Prototype {

        @Bean
        @Scope("prototype")
        Model model() {
            return new Model();
        }

        @Bean
        ChatClient client(Model model) {
            return ChatClient.create(model);
        }
    }

    @Test
    void eachInstanceOfAPrototypeIsGoverned() {
        runner.withUserConfiguration(Prototype.class).run(context -> {
            ChatModel one = context.getBean(ChatModel.class);
            ChatModel other = context.getBean(ChatModel.class);
            one.call("hi");
            other.call("hi");
            context.getBean(ChatClient.class).prompt("hi").call().content();

            assertThat(one).isNotSameAs(other);
            assertThat(context.getBean(Recorded.class).chats()).isEqualTo(3);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class LazyModel {

        @Bean
        AtomicInteger made() {
            return new AtomicInteger();
        }

        @Bean
        @Lazy
        Model model(AtomicInteger made) {
            made.incrementAndGet();
            return new Model();
        }
    }

    @Test
    void aLazyModelIsMadeWhenItIsFirstCalled() {
        runner.withUserConfiguration(LazyModel.class).run(context -> {
            assertThat(context.getBean(AtomicInteger.class)).hasValue(0);
            ObjectProvider<ChatModel> provider = context.getBeanProvider(ChatModel.class);
            provider.getObject().call("hi");
            assertThat(context.getBean(Recorded.class).chats()).isOne();
        });
    }

    static class Factory implements FactoryBean<Model> {

        @Override
        public Model getObject() {
            return new Model();
        }

        @Override
        public Class<?> getObjectType() {
            return Model.class;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ByFactory {

        @Bean
        Factory model() {
            return new Factory();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ClientOfTheClass {

        @Bean
        ChatClient client(Model anyName) {
            return ChatClient.create(anyName);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ClientOfTheInterface {

        @Bean
        ChatClient client(ChatModel anyName) {
            return ChatClient.create(anyName);
        }
    }

    @Test
    void aModelFromAFactoryIsGovernedAndItsClassIsRefusedWithAnExplanation() {
        runner.withUserConfiguration(ByFactory.class, ClientOfTheInterface.class)
                .run(context -> {
                    context.getBean(ChatClient.class).prompt("hi").call().content();
                    assertThat(context.getBean(Recorded.class).chats()).isOne();
                });
        runner.withUserConfiguration(ByFactory.class, ClientOfTheClass.class).run(context -> {
            FailureAnalysis analysis = new ConcreteModelFailureAnalyzer().analyze(context.getStartupFailure());
            assertThat(analysis).isNotNull();
            assertThat(analysis.getAction()).contains("agentkit.spring-ai.exclude-beans: model");
        });
    }

    /** What {@code @MockitoBean} does: the definition makes room for a singleton. */
    private record Mocked(Model mock) implements BeanFactoryPostProcessor, Ordered {

        @Override
        public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
            ((BeanDefinitionRegistry) beans).removeBeanDefinition("model");
            beans.registerSingleton("model", mock);
        }

        @Override
        public int getOrder() {
            return Ordered.LOWEST_PRECEDENCE - 10;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OneModel {

        @Bean
        Model model() {
            return new Model();
        }
    }

    @Test
    void aMockInPlaceOfAModelCanBeInjectedEitherWay() {
        for (Class<?> client : new Class<?>[] {ClientOfTheInterface.class, ClientOfTheClass.class}) {
            Model mock = mock(Model.class);
            runner.withUserConfiguration(OneModel.class, client)
                    .withInitializer(context -> context.addBeanFactoryPostProcessor(new Mocked(mock)))
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        assertThat(context.getBean(ChatModel.class)).isSameAs(mock);
                    });
        }
    }

    /** Chooses among the other models. */
    static class Router implements ChatModel {

        private final ChatModel chosen;

        Router(ChatModel chosen) {
            this.chosen = chosen;
        }

        @Override
        public ChatResponse call(Prompt prompt) {
            return chosen.call(prompt);
        }

        @Override
        public Flux<ChatResponse> stream(Prompt prompt) {
            return Flux.defer(() -> chosen.stream(prompt));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Routing {

        @Bean
        Model model() {
            return new Model();
        }

        @Bean
        @Primary
        ChatModel router(@Qualifier("model") ChatModel chosen) {
            return new Router(chosen);
        }
    }

    @Test
    void aModelThatCallsAnotherIsCountedOnce() {
        runner.withUserConfiguration(Routing.class).run(context -> {
            ChatModel router = context.getBean(ChatModel.class);
            Recorded recorded = context.getBean(Recorded.class);

            router.call(PROMPT);
            assertThat(recorded.runs).hasSize(1);
            router.stream(PROMPT).blockLast();
            assertThat(recorded.runs).hasSize(2);
            assertThat(recorded.runs).allMatch(run -> run.spend().requests() == 1);

            context.getBean("model", ChatModel.class).call(PROMPT);
            assertThat(recorded.runs).hasSize(3);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Agent {

        @Bean
        Model model() {
            return new Model();
        }

        @Bean
        @Primary
        ChatModel agent(@Qualifier("model") ChatModel model, ChatClientBuilderCustomizer customizer) {
            ChatClient.Builder builder = ChatClient.builder(model);
            customizer.customize(builder);
            ChatClient client = builder.build();
            return new ChatModel() {
                @Override
                public ChatResponse call(Prompt prompt) {
                    return client.prompt(prompt).call().chatResponse();
                }

                @Override
                public Flux<ChatResponse> stream(Prompt prompt) {
                    return client.prompt(prompt).stream().chatResponse();
                }
            };
        }
    }

    @Test
    void aModelThatIsAClientInsideIsTwoUnlessItIsExcluded() {
        runner.withUserConfiguration(Agent.class).run(context -> {
            context.getBean(ChatModel.class).call(PROMPT);
            assertThat(context.getBean(Recorded.class).runs).hasSize(2);
            context.getBean(ChatModel.class).stream(PROMPT).blockLast();
            assertThat(context.getBean(Recorded.class).runs).hasSize(4);
        });
        runner.withUserConfiguration(Agent.class)
                .withPropertyValues("agentkit.spring-ai.exclude-beans=agent")
                .run(context -> {
                    context.getBean(ChatModel.class).call(PROMPT);
                    context.getBean(ChatModel.class).stream(PROMPT).blockLast();
                    assertThat(context.getBean(Recorded.class).runs).hasSize(2);
                });
    }

    @Test
    void aConsumerThatCallsAModelMakesACallOfItsOwn() {
        runner.withUserConfiguration(OneModel.class).run(context -> {
            ChatModel model = context.getBean(ChatModel.class);

            model.stream(PROMPT).doOnNext(chunk -> model.call(PROMPT)).blockLast();

            assertThat(context.getBean(Recorded.class).runs).hasSize(5);
        });
    }
}

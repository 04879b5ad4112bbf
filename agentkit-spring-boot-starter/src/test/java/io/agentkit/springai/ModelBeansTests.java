package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.boot.endpoint.BridgeCoverage;
import io.agentkit.springai.BridgeContext.Recorded;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import reactor.core.publisher.Flux;

class ModelBeansTests {

    private final ApplicationContextRunner runner = BridgeContext.runner();

    /** Final, as the models of OpenAI and Anthropic are. */
    static final class FinalModel implements ChatModel {

        private final FakeModel script = new FakeModel().answer(FakeModel.response("hello"));

        @Override
        public ChatResponse call(Prompt prompt) {
            return script.call(prompt);
        }

        @Override
        public Flux<ChatResponse> stream(Prompt prompt) {
            return FakeModel.chunks("hel", "lo");
        }
    }

    @Test
    void aModelBeanIsGoverned() {
        runner.withUserConfiguration(OneModel.class).run(context -> {
            assertThat(context.getBean(ChatModel.class)).isInstanceOf(AgentkitChatModel.class);
            assertThat(context.getBean(ChatModel.class).call("hi")).isEqualTo("hello");
            assertThat(context.getBean(Recorded.class).chats()).isOne();
        });
    }

    @Test
    void aClientThatTookTheModelByItsClassIsGoverned() {
        runner.withUserConfiguration(OneModel.class, ClientByParameter.class).run(context -> {
            ChatClient client = context.getBean(ChatClient.class);

            assertThat(client.prompt("hi").call().content()).isEqualTo("hello");
            assertThat(client.prompt("hi").stream().content().collectList().block())
                    .containsExactly("hel", "lo");
            assertThat(context.getBean(Recorded.class).chats()).isEqualTo(2);
        });
    }

    @Test
    void aFieldAndAProviderOfTheClassGetTheModelItself() {
        runner.withUserConfiguration(ByField.class, OneModel.class).run(context -> {
            ByField.Holder holder = context.getBean(ByField.Holder.class);

            assertThat(holder.field).isNotNull();
            assertThat(holder.provider.getIfAvailable()).isSameAs(holder.field);
            assertThat(context.getBean(BridgeCoverage.class).entries())
                    .anyMatch(entry -> entry.kind().equals("injection by class")
                            && entry.bean().equals("FinalModel"));
        });
    }

    @Test
    void theClassCanBeInjectedBeforeTheModelIsMadeAndAfter() {
        for (Class<?>[] order :
                new Class<?>[][] {{OneModel.class, ClientByParameter.class}, {ClientByParameter.class, OneModel.class}
                }) {
            runner.withUserConfiguration(order).run(context -> {
                assertThat(context).hasNotFailed();
                context.getBean(ChatClient.class).prompt("hi").call().content();
                assertThat(context.getBean(Recorded.class).chats()).isOne();
            });
        }
    }

    @Test
    void ofTwoBeansOfOneClassTheClientsAreGovernedByTheirOwnChains() {
        runner.withUserConfiguration(TwoOfOneClass.class)
                .withPropertyValues(
                        "agentkit.chains.support.chat.chain=chatRecorder", "agentkit.assign.models.second=support")
                .run(context -> {
                    context.getBean("firstClient", ChatClient.class)
                            .prompt("hi")
                            .call()
                            .content();
                    context.getBean("secondClient", ChatClient.class)
                            .prompt("hi")
                            .call()
                            .content();

                    assertThat(context.getBean(Recorded.class).chatChains).containsExactly("default", "support");
                    assertThat(context.getBean(BridgeCoverage.class).entries())
                            .anyMatch(entry -> entry.bean().equals("first") && !entry.governed());
                });
    }

    @Test
    void twoModelsWithAPrimaryOneAreBothGoverned() {
        runner.withUserConfiguration(TwoModels.class).run(context -> {
            assertThat(context.getBean(TwoModels.Holder.class).all)
                    .hasSize(2)
                    .allMatch(AgentkitChatModel.class::isInstance);
            assertThat(context.getBean(ChatModel.class)).isSameAs(context.getBean("main"));
            assertThat(context.getBean(TwoModels.Holder.class).other).isSameAs(context.getBean("other"));
        });
    }

    @Test
    void anExcludedBeanIsLeftAsItIs() {
        runner.withUserConfiguration(OneModel.class, ClientByParameter.class)
                .withPropertyValues("agentkit.spring-ai.exclude-beans=model")
                .run(context -> {
                    assertThat(context.getBean(ChatModel.class)).isInstanceOf(FinalModel.class);
                    context.getBean(ChatClient.class).prompt("hi").call().content();
                    assertThat(context.getBean(Recorded.class).chats()).isZero();
                });
    }

    @Test
    void switchedOffAtRunTimeNothingIsDecorated() {
        runner.withUserConfiguration(OneModel.class, ClientByParameter.class)
                .withPropertyValues("agentkit.enabled=false")
                .run(context -> {
                    assertThat(context.getBean(ChatModel.class)).isInstanceOf(FinalModel.class);
                    assertThat(context.getBean(ChatClient.class)
                                    .prompt("hi")
                                    .call()
                                    .content())
                            .isEqualTo("hello");
                });
    }

    @Test
    void theOptionsKeepTheirType() {
        runner.withUserConfiguration(OneModel.class).run(context -> {
            ChatModel bean = context.getBean(ChatModel.class);
            assertThat(bean.getOptions())
                    .hasSameClassAs(((AgentkitChatModel) bean).unwrap().getOptions());
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class OneModel {

        @Bean
        FinalModel model() {
            return new FinalModel();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ClientByParameter {

        @Bean
        ChatClient client(FinalModel model) {
            return ChatClient.create(model);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ByField {

        @Bean
        Holder holder() {
            return new Holder();
        }

        static class Holder {

            @Autowired
            FinalModel field;

            @Autowired
            @Lazy
            ObjectProvider<FinalModel> provider;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoOfOneClass {

        @Bean
        FinalModel first() {
            return new FinalModel();
        }

        @Bean
        FinalModel second() {
            return new FinalModel();
        }

        @Bean
        ChatClient firstClient(@Qualifier("first") FinalModel model) {
            return ChatClient.create(model);
        }

        @Bean
        ChatClient secondClient(@Qualifier("second") FinalModel model) {
            return ChatClient.create(model);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoModels {

        @Bean
        @Primary
        ChatModel main() {
            return new FakeModel();
        }

        @Bean
        ChatModel other() {
            return new FakeModel();
        }

        @Bean
        Holder holder(List<ChatModel> all, @Qualifier("other") ChatModel other) {
            return new Holder(all, other);
        }

        record Holder(List<ChatModel> all, ChatModel other) {}
    }
}

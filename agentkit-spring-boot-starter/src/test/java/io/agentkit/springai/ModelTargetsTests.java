package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.Attempt;
import io.agentkit.Endpoint;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.resilience.ChatTarget.Place;
import io.agentkit.resilience.ChatTargets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;

class ModelTargetsTests {

    private final ApplicationContextRunner runner = BridgeContext.runner().withUserConfiguration(TwoModels.class);

    /** Answers with the model that it was asked for. */
    static final class NamedModel implements ChatModel {

        private final String name;

        NamedModel(String name) {
            this.name = name;
        }

        @Override
        public ChatOptions getOptions() {
            return ChatOptions.builder().model(name).build();
        }

        @Override
        public ChatResponse call(Prompt prompt) {
            ChatOptions options = prompt.getOptions();
            if ("down".equals(options == null ? null : options.getModel())) {
                throw new IllegalStateException("scripted");
            }
            return FakeModel.response(name + " asked for " + (options == null ? null : options.getModel()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoModels {

        @Bean
        ChatModel bigChatModel() {
            return new NamedModel("big");
        }

        @Bean
        ChatModel smallChatModel() {
            return new NamedModel("small");
        }
    }

    private static final Endpoint<ChatRequest, ChatReply> OWN = new Endpoint<>() {
        @Override
        public ChatReply send(Attempt<ChatRequest> attempt) {
            throw new AssertionError();
        }

        @Override
        public String provider() {
            return "openai";
        }
    };

    @Test
    void aNameIsABeanOrABeanAndAModelOrAModel() {
        runner.run(context -> {
            ChatTargets targets = context.getBean(ChatTargets.class);
            Place bean = targets.find("smallChatModel").from(OWN);

            assertThat(bean.model()).isEqualTo("small");
            assertThat(targets.find("smallChatModel:tiny").from(OWN)).isEqualTo(new Place(bean.endpoint(), "tiny"));
            assertThat(targets.find("small").from(OWN)).isEqualTo(new Place(bean.endpoint(), "small"));
            assertThat(targets.find("llama3:8b").from(OWN)).isEqualTo(new Place(OWN, "llama3:8b"));
            assertThat(targets.find("claude-sonnet-4-5").from(OWN))
                    .as("no bean of its maker")
                    .isEqualTo(new Place(OWN, "claude-sonnet-4-5"));
            assertThat(targets.find("smallChatModel").from(bean.endpoint()))
                    .as("the request's own model stays")
                    .isEqualTo(new Place(bean.endpoint(), null));
        });
    }

    @Test
    void aNameThatIsNearlyABeansIsASlip() {
        runner.run(context -> {
            ChatTargets targets = context.getBean(ChatTargets.class);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> targets.find("smalChatModel:tiny"))
                    .withMessageStartingWith("'smalChatModel:tiny' names no model: there is no ChatModel bean"
                            + " 'smalChatModel'. Did you mean 'smallChatModel'? Beans: bigChatModel, smallChatModel.");
            assertThatIllegalArgumentException().isThrownBy(() -> targets.find("someOtherChatModel"));
            assertThatIllegalArgumentException().isThrownBy(() -> targets.find("smallChatModel:"));
        });
    }

    @Test
    void aSlipStopsTheStart() {
        runner.withPropertyValues(
                        "agentkit.chat.chain=fallback", "agentkit.chat.fallback.models=bigChatModel,smalChatModel")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("Did you mean 'smallChatModel'?"));
    }

    @Test
    void aCallGoesToTheBeanThatIsNamed() {
        runner.withPropertyValues(
                        "agentkit.chat.chain=chatRecorder,fallback",
                        "agentkit.chat.fallback.models=bigChatModel:down,smallChatModel:tiny,smallChatModel",
                        "agentkit.chat.fallback.breaker.failures=1")
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource(
                                "window",
                                Map.of("agentkit.chat.fallback.targets[smallChatModel:tiny].context-window", "1"))))
                .run(context -> {
                    ChatModel big = context.getBean("bigChatModel", ChatModel.class);

                    assertThat(big.call("hi")).isEqualTo("small asked for small");
                    assertThat(context.getBean(BridgeContext.Recorded.class).chats())
                            .as("the other bean has a chain of its own, which is not run")
                            .isOne();
                });
    }
}

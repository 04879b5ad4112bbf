package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKit;
import io.agentkit.cache.CacheControl;
import io.agentkit.cache.Caches;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;

class ChatMemoizeBridgeTests {

    private final ApplicationContextRunner runner = BridgeContext.runner()
            .withUserConfiguration(Application.class)
            .withPropertyValues("agentkit.chat.chain=memoize");

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        ChatModel chatModel() {
            return new FakeModel();
        }

        @Bean
        ChatClient chatClient(ChatClient.Builder builder) {
            return builder.build();
        }
    }

    private void run(BiConsumer<ApplicationContext, FakeModel> test) {
        runner.run(context -> {
            FakeModel fake = (FakeModel) ((AgentkitChatModel) context.getBean(ChatModel.class)).unwrap();
            test.accept(context, fake);
        });
    }

    private static ChatResponse ask(ApplicationContext context, String question) {
        return context.getBean(ChatClient.class).prompt(question).call().chatResponse();
    }

    @Test // CO-26, TC-081
    void aSecondEqualQuestionCostsNothing() {
        run((context, fake) -> {
            fake.answer(FakeModel.response("hello"));

            ChatResponse first = ask(context, "hi");
            ChatResponse second = ask(context, "hi");
            ask(context, "another");

            assertThat(fake.prompts()).hasSize(2);
            assertThat(first.getMetadata().getUsage().getTotalTokens()).isEqualTo(120);
            assertThat(second.getResult().getOutput().getText()).isEqualTo("hello");
            assertThat(second.getMetadata().getUsage().getTotalTokens()).isZero();
            assertThat(second.getMetadata().<String>get(ResponseWriter.CACHE)).isEqualTo("HIT");
            assertThat(second.getMetadata().<Long>get(ResponseWriter.SAVED)).isEqualTo(120);
            assertThat(context.getBean(Caches.class).all()).singleElement().satisfies(cache -> {
                assertThat(cache.name()).isEqualTo("agentkit.chat.memoize");
                assertThat(cache.hits()).isEqualTo(1);
            });
        });
    }

    @Test
    void anAnswerLooksAsItDidWhenItWasNew() {
        run((context, fake) -> {
            fake.answer(response());
            ChatResponse first = ask(context, "hi");
            ChatResponse second = ask(context, "hi");

            assertThat(fake.prompts()).hasSize(1);
            assertThat(second.getMetadata().getId()).isEqualTo("id-1");
            assertThat(second.getMetadata().getModel()).isEqualTo("m-1");
            assertThat(second.getMetadata().<String>get("created")).isEqualTo("now");
            assertThat(second.getResults()).hasSize(2);
            for (int i = 0; i < 2; i++) {
                Generation before = first.getResults().get(i);
                Generation after = second.getResults().get(i);
                assertThat(after.getOutput()).isEqualTo(before.getOutput());
                assertThat(after.getMetadata().getFinishReason())
                        .isEqualTo(before.getMetadata().getFinishReason());
            }
        });
    }

    @Test
    void whatOneCallerChangesNobodyElseSees() {
        run((context, fake) -> {
            fake.answer(response());
            ask(context, "hi").getResults().get(1).getOutput().getMetadata().put("list", "changed");
            ChatResponse hit = ask(context, "hi");
            hit.getResults().get(1).getOutput().getMetadata().put("list", "changed");

            assertThat(ask(context, "hi").getResults().get(1).getOutput().getMetadata())
                    .containsEntry("list", List.of("a"));
        });
    }

    @Test
    void whatOneCallerChangesInsideNobodyElseSees() {
        run((context, fake) -> {
            List<String> list = new ArrayList<>(List.of("a"));
            List<String> more = new ArrayList<>(List.of("b"));
            Generation answer = new Generation(
                    AssistantMessage.builder()
                            .content("hello")
                            .properties(Map.of("list", list))
                            .build(),
                    ChatGenerationMetadata.builder()
                            .finishReason("STOP")
                            .metadata("more", more)
                            .build());
            fake.answer(new ChatResponse(
                    List.of(answer), ChatResponseMetadata.builder().model("m").build()));
            ask(context, "hi");
            list.clear();
            more.clear();

            Generation again = ask(context, "hi").getResult();
            assertThat(fake.prompts()).hasSize(1);
            assertThat(again.getOutput().getMetadata()).containsEntry("list", List.of("a"));
            assertThat(again.getMetadata().<Object>get("more")).isEqualTo(List.of("b"));
        });
    }

    @Test
    void keepsNoRefusal() {
        run((context, fake) -> {
            fake.answer(new ChatResponse(
                    List.of(new Generation(
                            AssistantMessage.builder()
                                    .content("I cannot help with that.")
                                    .properties(Map.of("refusal", "I cannot help with that."))
                                    .build(),
                            ChatGenerationMetadata.builder()
                                    .finishReason("STOP")
                                    .build())),
                    ChatResponseMetadata.builder().model("m").build()));
            ask(context, "hi");
            ask(context, "hi");

            assertThat(fake.prompts()).hasSize(2);
        });
    }

    /** As Anthropic's client gives it: the thoughts first. */
    private static ChatResponse response() {
        Generation thoughts = new Generation(AssistantMessage.builder()
                .content("hm")
                .properties(Map.of("signature", "s"))
                .build());
        Generation answer = new Generation(
                AssistantMessage.builder()
                        .content("hello")
                        .properties(Map.of("list", List.of("a")))
                        .build(),
                ChatGenerationMetadata.builder().finishReason("end_turn").build());
        return new ChatResponse(
                List.of(thoughts, answer),
                ChatResponseMetadata.builder()
                        .id("id-1")
                        .model("m-1")
                        .usage(new DefaultUsage(5, 7))
                        .keyValue("created", "now")
                        .build());
    }

    @Test
    void aStreamGetsTheAnswerOfACallAndACallThatOfAStream() {
        run((context, fake) -> {
            ChatClient client = context.getBean(ChatClient.class);
            fake.answer(Flux.just(FakeModel.response("one "), FakeModel.response("two")));

            List<String> live =
                    client.prompt("hi").stream().content().collectList().block();
            List<ChatResponse> replayed =
                    client.prompt("hi").stream().chatResponse().collectList().block();

            assertThat(live).containsExactly("one ", "two");
            assertThat(replayed).singleElement().satisfies(chunk -> {
                assertThat(chunk.getResult().getOutput().getText()).isEqualTo("one two");
                assertThat(chunk.getMetadata().<String>get(ResponseWriter.CACHE))
                        .isEqualTo("HIT");
            });
            assertThat(client.prompt("hi").call().content()).isEqualTo("one two");
            assertThat(fake.prompts()).hasSize(1);
        });
    }

    @Test
    void aStreamCanBePaced() {
        runner.withPropertyValues("agentkit.chat.memoize.replay=paced", "agentkit.chat.memoize.pace=1ms")
                .run(context -> {
                    ((FakeModel) ((AgentkitChatModel) context.getBean(ChatModel.class)).unwrap())
                            .answer(FakeModel.response("word ".repeat(20)));
                    ask(context, "hi");

                    List<String> pieces = context.getBean(ChatClient.class).prompt("hi").stream()
                            .content()
                            .collectList()
                            .block();

                    assertThat(pieces).hasSizeGreaterThan(4);
                    assertThat(String.join("", pieces)).isEqualTo("word ".repeat(20));
                });
    }

    @Test // TC-082, EC-01
    void anOptionMakesAnotherQuestion() {
        run((context, fake) -> {
            fake.answer(FakeModel.response("hello"));
            ChatClient client = context.getBean(ChatClient.class);
            for (Double temperature : new Double[] {null, 0.0, 1.0}) {
                client.prompt("hi")
                        .options(ChatOptions.builder().temperature(temperature))
                        .call()
                        .content();
            }

            assertThat(fake.prompts()).hasSize(3);
        });
    }

    @Test // TC-080, EC-05
    void tenantsDoNotShareAndARunCanAskAnew() {
        run((context, fake) -> {
            fake.answer(FakeModel.response("hello"));
            AgentKit agentKit = context.getBean(AgentKit.class);
            for (String tenant : List.of("acme", "globex", "acme")) {
                try (var run = agentKit.run(spec -> spec.tenant(tenant))) {
                    ask(context, "hi");
                }
            }
            assertThat(fake.prompts()).hasSize(2);
            try (var run = agentKit.run(spec -> spec.tenant("acme"))) {
                CacheControl.REFRESH.applyTo(run);
                ask(context, "hi");
            }
            assertThat(fake.prompts()).hasSize(3);
        });
    }
}

package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKit;
import io.agentkit.AgentKitException;
import io.agentkit.Coerced;
import io.agentkit.ErrorKind;
import io.agentkit.chat.ChatRequest;
import io.agentkit.coerce.InvalidOutputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ParameterizedTypeReference;

class OutputCoerceBridgeTests {

    record City(String name, int people) {}

    private static final String BONN = "{\"name\":\"Bonn\",\"people\":330000}";

    private static final String BROKEN = "Sure!\n```json\n{name: 'Bonn', people: 330000,}\n```\nAnything else?";

    private final ApplicationContextRunner runner = BridgeContext.runner()
            .withUserConfiguration(Application.class)
            .withPropertyValues("agentkit.chat.chain=output-coerce,chatRecorder");

    @Test
    void anEntityIsReadFromTheRepairedAnswer() {
        runner.run(context -> {
            FakeModel fake = fake(context).answer(FakeModel.response(BROKEN));

            City city = client(context).prompt("Bonn?").call().entity(City.class);

            assertThat(city).isEqualTo(new City("Bonn", 330000));
            assertThat(fake.prompts()).hasSize(1);
        });
    }

    @Test
    void anEntityThatIsNotValidIsAskedForAgain() {
        runner.run(context -> {
            FakeModel fake = fake(context)
                    .answer(FakeModel.response("{\"name\": \"Bonn\", \"people\": \"many\"}"), FakeModel.response(BONN));

            assertThat(client(context).prompt("Bonn?").call().entity(City.class))
                    .isEqualTo(new City("Bonn", 330000));

            Prompt again = fake.prompts().get(1);
            assertThat(again.getInstructions())
                    .extracting(message -> message.getMessageType())
                    .endsWith(MessageType.USER, MessageType.ASSISTANT, MessageType.USER);
            assertThat(again.getContents()).contains("people");
        });
    }

    @Test
    void aListOfEntitiesIsRepairedToo() {
        runner.run(context -> {
            fake(context).answer(FakeModel.response("[{name: 'Bonn', people: 330000}\n{name: 'Ulm', people: 126000}"));

            assertThat(client(context).prompt("Cities?").call().entity(new ParameterizedTypeReference<List<City>>() {}))
                    .containsExactly(new City("Bonn", 330000), new City("Ulm", 126000));
        });
    }

    @Test
    void aSoundAnswerIsTheModelsOwnObject() {
        runner.run(context -> {
            ChatResponse response = FakeModel.response(BONN);
            fake(context).answer(response);

            assertThat(context.getBean(ChatModel.class)
                            .call(new Prompt("Here is the JSON Schema: ```{\"type\": \"object\"}```")))
                    .isSameAs(response);
        });
    }

    @Test
    void freeTextIsLeftAlone() {
        runner.run(context -> {
            fake(context).answer(FakeModel.response("{free"));

            assertThat(client(context).prompt("hi").call().content()).isEqualTo("{free");
        });
    }

    @Test
    void aRefusalIsNoAnswer() {
        runner.run(context -> {
            AssistantMessage refusal = AssistantMessage.builder()
                    .content("")
                    .properties(Map.of("refusal", "I will not."))
                    .build();
            FakeModel fake = fake(context)
                    .answer(new ChatResponse(List.of(new Generation(
                            refusal,
                            ChatGenerationMetadata.builder()
                                    .finishReason("STOP")
                                    .build()))));

            assertThatThrownBy(() -> client(context).prompt("Bonn?").call().entity(City.class))
                    .isInstanceOfSatisfying(
                            AgentKitException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.CONTENT_FILTERED));
            assertThat(fake.prompts()).hasSize(1);
        });
    }

    @Test // TC-121
    void agentKitGivesValuesOfATypeAndBillsEveryAnswer() {
        runner.run(context -> {
            fake(context).answer(FakeModel.response("{}"), FakeModel.response(BROKEN));
            AgentKit agentKit = context.getBean(AgentKit.class);
            try (var run = agentKit.run(spec -> {})) {
                Coerced<City> city = agentKit.chat().send("Bonn?", City.class);

                assertThat(city.value()).isEqualTo(new City("Bonn", 330000));
                assertThat(city.reply().text()).isEqualTo(BONN);
                assertThat(run.spend().requests()).isEqualTo(2);
            }
        });
    }

    @Test // TC-124
    void agentKitStreamsPartialValues() {
        runner.run(context -> {
            fake(context)
                    .answer(FakeModel.chunks("```json\n{\"name\": \"Bo", "nn\", \"peo", "ple\": 330000}", "\n```"));
            List<City> partials = new ArrayList<>();

            City city = context.getBean(AgentKit.class).chat().stream(
                            ChatRequest.user("Bonn?"), City.class, partials::add)
                    .value();

            assertThat(city).isEqualTo(new City("Bonn", 330000));
            assertThat(partials).containsExactly(new City("Bo", 0), new City("Bonn", 0), new City("Bonn", 330000));
        });
    }

    @Test
    void aStreamOfAClientShowsTheRepairedAnswer() {
        runner.withPropertyValues("agentkit.chat.output-coerce.type=" + City.class.getName())
                .run(context -> {
                    fake(context).answer(FakeModel.response("Here: {name: 'Bonn', people: 330000}"));

                    assertThat(client(context).prompt("Bonn?").stream()
                                    .content()
                                    .collectList()
                                    .block())
                            .containsExactly(BONN);
                });
    }

    @Test
    void agentKitFailsWithoutTheMiddlewareWhenTheAnswerIsNotValid() {
        runner.withPropertyValues("agentkit.chat.chain=chatRecorder").run(context -> {
            fake(context).answer(FakeModel.response(BROKEN));

            assertThatThrownBy(() -> context.getBean(AgentKit.class).chat().send("Bonn?", City.class))
                    .isInstanceOf(InvalidOutputException.class);
        });
    }

    private static FakeModel fake(ApplicationContext context) {
        return (FakeModel) context.getBean("fake", Holder.class).model();
    }

    private static ChatClient client(ApplicationContext context) {
        return context.getBean(ChatClient.Builder.class).build();
    }

    record Holder(ChatModel model) {}

    @Configuration(proxyBeanMethods = false)
    static class Application {

        private final FakeModel model = new FakeModel();

        @Bean
        Holder fake() {
            return new Holder(model);
        }

        @Bean
        ChatModel chatModel() {
            return model;
        }
    }
}

package io.agentkit.coerce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentkit.CallSettings;
import io.agentkit.DeltaSink;
import io.agentkit.ErrorKind;
import io.agentkit.StreamMode;
import io.agentkit.WantedOutput;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import io.agentkit.test.ScriptedModel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputCoerceTests {

    record City(String name, int people) {}

    private static final String SCHEMA = OutputSchema.of(City.class).json();

    private static final String BONN = "{\"name\":\"Bonn\",\"people\":330000}";

    private final ChainHarness harness = harness(OutputCoerceSpec.defaults());

    private static ChainHarness harness(OutputCoerceSpec spec) {
        ChainHarness harness = ChainHarness.create();
        return harness.add("output-coerce", spec.chatMiddleware(harness.resources()));
    }

    private static ChatRequest request() {
        return ChatRequest.builder()
                .messages(List.of(Message.user("Bonn?")))
                .outputSchema(SCHEMA)
                .build();
    }

    private ChatReply ask() {
        return harness.chatHandler().call(request());
    }

    @Test // TC-120
    void textWithoutASchemaPassesAsItIs() {
        ChatReply reply = ChatReply.of("{not json", ScriptedModel.usage());
        harness.model.reply(reply);

        assertThat(harness.chat("hi")).isSameAs(reply);
        assertThat(harness.events.of(OutputCoerced.class)).isEmpty();
    }

    @Test // TC-121
    void aValidAnswerIsTheIdenticalReply() {
        ChatReply reply = ChatReply.of(" " + BONN + "\n", ScriptedModel.usage());
        harness.model.reply(reply);

        assertThat(ask()).isSameAs(reply);
        assertThat(harness.events.of(OutputCoerced.class))
                .containsExactly(new OutputCoerced("1", "chat", null, false, 1));
    }

    @Test
    void theJsonIsTakenOutOfItsSurroundingsAndRepaired() {
        harness.model.reply("Sure:\n```json\n{name: 'Bonn' \"people\": 330000,}\n```");

        assertThat(ask().text()).isEqualTo(BONN);
        assertThat(harness.model.calls()).isEqualTo(1);
        assertThat(harness.events.of(OutputCoerced.class))
                .containsExactly(new OutputCoerced("1", "chat", null, true, 1));
    }

    @Test
    void ofSeveralValuesTheLastValidOneIsTheAnswer() {
        harness.model.reply("Not {\"name\": 1}, nor [2]. It is " + BONN + ", as {this} shows.");

        assertThat(ask().text()).isEqualTo(BONN);
    }

    @Test
    void anAnswerInAStringIsTakenOutOfIt() {
        harness.model.reply("\"{\\\"name\\\":\\\"Bonn\\\",\\\"people\\\":330000}\"");

        assertThat(ask().text()).isEqualTo(BONN);
    }

    @Test // TC-128
    void anInvalidAnswerIsAskedForAgainWithWhatIsWrong() {
        harness.model.reply("{\"name\": \"Bonn\"}").reply(BONN);

        assertThat(ask().text()).isEqualTo(BONN);

        List<Message> second = harness.model.requests().get(1).messages();
        assertThat(second).hasSize(3);
        assertThat(second.get(1)).isEqualTo(Message.assistant("{\"name\": \"Bonn\"}"));
        assertThat(second.get(2).text()).contains("- /people: ").contains("people");
        assertThat(harness.events.of(OutputCoerced.class))
                .containsExactly(new OutputCoerced("1", "chat", null, false, 2));
    }

    @Test
    void onlyTheLastAnswerIsShownToTheModel() {
        ChainHarness patient = harness(OutputCoerceSpec.defaults().withMaxRepairs(2));
        patient.model.reply("").reply("[1]").reply(BONN);

        patient.chatHandler().call(request());

        assertThat(patient.model.requests().get(1).messages()).hasSize(2);
        assertThat(patient.model.requests().get(2).messages())
                .extracting(Message::text)
                .element(1)
                .isEqualTo("[1]");
    }

    @Test // TC-122, TC-127
    void afterAllRepairsTheCallFailsAndOneEventSaysSo() {
        harness.model.reply("My secret is 4711").reply("{\"name\": 4711}");

        assertThatExceptionOfType(InvalidOutputException.class)
                .isThrownBy(this::ask)
                .satisfies(failure -> {
                    assertThat(failure.kind()).isEqualTo(ErrorKind.INVALID_OUTPUT);
                    assertThat(failure.answers()).isEqualTo(2);
                    assertThat(failure.getMessage())
                            .contains("/people required", "/name type")
                            .doesNotContain("4711");
                });
        assertThat(harness.events.of(OutputCoercionFailed.class))
                .containsExactly(new OutputCoercionFailed(
                        "1", "chat", null, ErrorKind.INVALID_OUTPUT, 2, List.of("required", "type"), 2));
        assertThat(harness.events.names())
                .filteredOn("output.coercion_failed"::equals)
                .hasSize(1);
    }

    @Test
    void anInvalidAnswerPassesWhereThatIsSet() {
        ChainHarness lenient =
                harness(OutputCoerceSpec.defaults().withMaxRepairs(0).withOnInvalid(OnInvalid.PASS));
        ChatReply reply = ChatReply.of("no idea", ScriptedModel.usage());
        lenient.model.reply(reply);

        assertThat(lenient.chatHandler().call(request())).isSameAs(reply);
        assertThat(lenient.events.of(OutputCoercionFailed.class)).hasSize(1);
    }

    @Test // JS-12
    void aTruncatedAnswerIsAFailureAndNotRepaired() {
        harness.model.reply(ChatReply.builder()
                .message(Message.assistant("{\"name\": \"Bonn\", \"people\": 33"))
                .finishReason(FinishReason.LENGTH)
                .build());

        assertThatExceptionOfType(InvalidOutputException.class)
                .isThrownBy(this::ask)
                .withMessage("The answer was cut at its token limit: truncated")
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.OUTPUT_TRUNCATED));
        assertThat(harness.model.calls()).isEqualTo(1);
    }

    @Test
    void aRefusalIsAFailureAndNotAskedForAgain() {
        harness.model.reply(ChatReply.builder()
                .message(Message.assistant("I cannot help with " + BONN))
                .finishReason(FinishReason.FILTERED)
                .build());

        assertThatExceptionOfType(InvalidOutputException.class)
                .isThrownBy(this::ask)
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.CONTENT_FILTERED));
        assertThat(harness.model.calls()).isEqualTo(1);
    }

    @Test
    void aReplyThatAsksForToolsPasses() {
        ChatReply reply = ChatReply.builder()
                .message(Message.assistant("{", List.of(new ToolCall("1", "look", "{}"))))
                .finishReason(FinishReason.TOOL_USE)
                .usage(ScriptedModel.usage())
                .build();
        harness.model.reply(reply);

        assertThat(ask()).isSameAs(reply);
    }

    @Test
    void theSchemaInAPromptIsFound() {
        harness.model.reply("[\"name\"] " + BONN).reply("fine");

        assertThat(harness.chat("Bonn?\nHere is the JSON Schema instance your output must adhere to:\n```" + SCHEMA
                                + "```\n")
                        .text())
                .isEqualTo(BONN);
        assertThat(harness.chat("What is a JSON Schema? ```{no}```").text()).isEqualTo("fine");
    }

    @Test
    void aSchemaThatCannotBeUsedIsNoReasonToFail() {
        harness.model.reply("anything");
        ChatRequest odd = request()
                .mutate()
                .outputSchema("{\"$ref\": \"https://example.com\"}")
                .build();

        assertThat(harness.chatHandler().call(odd).text()).isEqualTo("anything");
    }

    @Test
    void theChainsOwnTypeIsForCallsThatSayNothing() {
        ChainHarness cities = harness(OutputCoerceSpec.defaults().withType(City.class));
        cities.model.reply("So: " + BONN);

        assertThat(cities.chat("Bonn?").text()).isEqualTo(BONN);
    }

    @Test
    void aStreamingCallerGetsTheRepairedAnswerOnce() {
        harness.model.stream("Here: {\"name\"", ": 'Bonn', ", "people: 330000").stream(BONN);
        RecordedStream consumer = new RecordedStream();

        harness.chatHandler().call(request(), CallSettings.DEFAULTS.streamingTo(consumer, StreamMode.COMMIT));

        assertThat(consumer.shown()).containsExactly(BONN);
    }

    @Test // TC-124, TC-125, TC-126
    void partialValuesGrowWhileTheAnswerStreams() {
        List<City> partials = new ArrayList<>();
        harness.model.stream("```json\n{\"na", "me\": \"Bo", "nn\"", " ", ", \"people\": 33", "0000}", "\n```");
        RecordedStream consumer = new RecordedStream();

        ChatReply reply = harness.chatHandler()
                .call(
                        request(),
                        CallSettings.DEFAULTS
                                .streamingTo(consumer, StreamMode.COMMIT)
                                .wanting(new WantedOutput<>(City.class, partials::add)));

        assertThat(partials)
                .containsExactly(
                        new City(null, 0),
                        new City("Bo", 0),
                        new City("Bonn", 0),
                        new City("Bonn", 33),
                        new City("Bonn", 330000));
        assertThat(consumer.shown()).containsExactly(reply.text());
        assertThat(reply.text()).isEqualTo("{\"name\": \"Bonn\" , \"people\": 330000}");
    }

    @Test
    void partialValuesStartAnewWithTheNextAnswer() {
        List<City> partials = new ArrayList<>();
        harness.model.stream("{\"name\": \"Bo").stream(BONN);

        harness.chatHandler()
                .call(
                        request(),
                        CallSettings.DEFAULTS
                                .streamingTo(new RecordedStream(), StreamMode.COMMIT)
                                .wanting(new WantedOutput<>(City.class, partials::add)));

        assertThat(partials).containsExactly(new City("Bo", 0), new City("Bonn", 330000));
    }

    @Test
    void aConsumerThatFailsIsToldNoMore() {
        List<City> partials = new ArrayList<>();
        harness.model.stream("{\"name\": \"Bo", "nn\", \"people\": 330000}");

        harness.chatHandler()
                .call(
                        request(),
                        CallSettings.DEFAULTS
                                .streamingTo(new RecordedStream(), StreamMode.COMMIT)
                                .wanting(new WantedOutput<City>(City.class, city -> {
                                    partials.add(city);
                                    throw new IllegalStateException("broken");
                                })));

        assertThat(partials).hasSize(1);
    }

    @Test
    void longStreamsAreReadEverLessOften() {
        StringBuilder readings = new StringBuilder();
        PartialOutput<City> partial =
                new PartialOutput<>(new NoSink(), OutputSchema.of(City.class), city -> readings.append('x'));
        partial.delta(Delta.text("{\"name\": \""));
        for (int i = 0; i < 100_000; i++) {
            partial.delta(Delta.text("a"));
        }

        assertThat(readings.length()).isBetween(2_000, 2_200);
    }

    private static final class NoSink implements DeltaSink {

        @Override
        public void delta(Delta delta) {
            throw new AssertionError("texts are held back");
        }

        @Override
        public void restarted(Throwable cause) {}

        @Override
        public void end() {}
    }
}

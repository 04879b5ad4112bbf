package io.agentkit.cache.semantic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.CallSettings;
import io.agentkit.Run;
import io.agentkit.StreamMode;
import io.agentkit.cache.CacheControl;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolDescription;
import io.agentkit.chat.ToolOutput;
import io.agentkit.chat.Usage;
import io.agentkit.test.RecordedStream;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SemanticMemoizeTests {

    private static final String ASKED = "How do I turn off the alarm of my phone?";
    private static final String AGAIN = "How can I turn off the alarm of my phone?";

    private final CachedQuestions cached = new CachedQuestions();

    @Test // TC-110, TC-114
    void givesTheAnswerToAQuestionThatMeansTheSame() {
        cached.withDefaults()
                .harness
                .model
                .reply(ChatReply.builder()
                        .message(Message.assistant("Press it."))
                        .model("m-1")
                        .usage(Usage.of(9, 3))
                        .build());

        cached.ask(ASKED);
        ChatReply second = cached.ask(AGAIN);

        assertThat(second.text()).isEqualTo("Press it.");
        assertThat(second.model()).isEqualTo("m-1");
        assertThat(second.cacheStatus()).isEqualTo(CacheStatus.HIT);
        assertThat(second.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(second.usage()).isEqualTo(Usage.NONE);
        assertThat(cached.harness.model.calls()).isEqualTo(1);
        assertThat(cached.figures().hits()).isEqualTo(1);
        assertThat(cached.figures().misses()).isEqualTo(1);
    }

    @Test
    void tellsOfAHitWithItsSimilarity() {
        cached.withDefaults().harness.model.reply("Press it.");

        cached.ask(ASKED);
        cached.ask(AGAIN);

        assertThat(cached.harness.events.of(SemanticHit.class)).singleElement().satisfies(hit -> {
            assertThat(hit.name()).isEqualTo("cache.hit");
            assertThat(hit.similarity()).isBetween(0.85, 1.0);
        });
    }

    @Test // SC-01, SC-04
    void asksWhatSoundsAlikeAndMeansSomethingElse() {
        cached.withDefaults().harness.model.reply("42").reply("43");

        cached.ask("add 15 and 27 please, and tell me the sum of both numbers");
        ChatReply second = cached.ask("add 15 and 28 please, and tell me the sum of both numbers");

        assertThat(second.text()).isEqualTo("43");
        assertThat(cached.figures().comparisons().doubts()).isEqualTo(1);
        assertThat(cached.harness.events.of(SemanticDoubt.class))
                .singleElement()
                .satisfies(event -> assertThat(event.doubt()).isEqualTo(Doubt.NUMBERS));
    }

    @Test // SC-04
    void holdsTheConversationBeforeAgainstAHit() {
        cached.withDefaults().harness.model.reply("Blue.").reply("Red.");

        cached.ask(conversation("My car is blue."));
        ChatReply second = cached.ask(conversation("My car is red."));

        assertThat(second.text()).isEqualTo("Red.");
    }

    private static ChatRequest conversation(String before) {
        return ChatRequest.builder()
                .messages(
                        List.of(Message.user(before), Message.assistant("Noted."), Message.user("What colour is it?")))
                .build();
    }

    @Test // TC-116, SC-05, SC-06
    void keepsScopesApart() {
        cached.withDefaults().harness.model.reply("yours").reply("mine");

        ChatReply first = cached.in(run -> run.tenant("a").user("1"), ASKED);
        ChatReply second = cached.in(run -> run.tenant("a").user("2"), ASKED);

        assertThat(first.text()).isEqualTo("yours");
        assertThat(second.text()).isEqualTo("mine");
    }

    @Test // SC-06
    void keepsModelsInstructionsAndToolsApart() {
        cached.withDefaults().harness.model.reply("1").reply("2").reply("3").reply("4");
        ChatRequest plain = ChatRequest.user(ASKED);

        cached.ask(plain);
        cached.ask(plain.withModel("other"));
        cached.ask(plain.withMessages(List.of(Message.system("Be a pirate."), Message.user(ASKED))));
        cached.ask(plain.mutate()
                .tools(List.of(new ToolDescription("ring", "rings", "{}")))
                .build());

        assertThat(cached.harness.model.calls()).isEqualTo(4);
    }

    @Test // TC-112, TC-115
    void keepsNoAnswerThatAsksForTools() {
        ToolCall ring = new ToolCall("c1", "ring", "{}");
        cached.withDefaults()
                .harness
                .model
                .reply(ChatReply.builder()
                        .message(Message.assistant("", List.of(ring)))
                        .finishReason(FinishReason.TOOL_USE)
                        .build())
                .reply("Press it.");

        cached.ask(ASKED);
        cached.ask(ASKED);
        ChatReply third = cached.ask(ASKED);

        assertThat(third.text()).isEqualTo("Press it.");
        assertThat(cached.harness.model.calls()).isEqualTo(2);
    }

    @Test // TC-111
    void looksForNothingInTheMiddleOfAToolLoop() {
        cached.withDefaults().harness.model.reply("It is sunny.").reply("It is still sunny.");
        ChatRequest request = ChatRequest.builder()
                .messages(List.of(
                        Message.user("Is it sunny?"),
                        Message.assistant("", List.of(new ToolCall("c1", "weather", "{}"))),
                        Message.tool(new ToolOutput("c1", "weather", "sun"))))
                .build();

        cached.ask(request);
        cached.ask(request);

        assertThat(cached.harness.model.calls()).isEqualTo(2);
        assertThat(cached.embedder.texts).hasValue(0);
    }

    @Test // TC-113
    void keepsNoEmptyAnswer() {
        cached.withDefaults().harness.model.reply(" ").reply("Press it.");

        cached.ask(ASKED);

        assertThat(cached.ask(ASKED).text()).isEqualTo("Press it.");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"STOP", "TOOL_USE"})
    void keepsOnlyCompleteAnswers(FinishReason reason) {
        cached.withDefaults()
                .harness
                .model
                .reply(ChatReply.builder()
                        .message(Message.assistant("Pre"))
                        .finishReason(reason)
                        .build())
                .reply("Press it.");

        cached.ask(ASKED);

        assertThat(cached.ask(ASKED).text()).isEqualTo("Press it.");
    }

    @Test
    void keepsNoFailure() {
        cached.withDefaults()
                .harness
                .model
                .fail(new IllegalStateException("gone"))
                .reply("Press it.");

        assertThatThrownBy(() -> cached.ask(ASKED)).hasMessage("gone");

        assertThat(cached.ask(ASKED).text()).isEqualTo("Press it.");
    }

    @Test
    void embedsATextThatComesAgainOnlyOnce() {
        cached.withDefaults().harness.model.reply("Press it.");

        cached.ask(ASKED);
        cached.ask(ASKED);
        cached.ask(ASKED);

        assertThat(cached.embedder.texts).hasValue(1);
        assertThat(cached.harness.model.calls()).isEqualTo(1);
    }

    @Test
    void replaysAHitToAStream() {
        cached.withDefaults().harness.model.stream("Press", " it.");
        RecordedStream first = new RecordedStream();
        RecordedStream second = new RecordedStream();

        cached.handler().call(ChatRequest.user(ASKED), CallSettings.DEFAULTS.streamingTo(first, StreamMode.COMMIT));
        cached.handler().call(ChatRequest.user(AGAIN), CallSettings.DEFAULTS.streamingTo(second, StreamMode.COMMIT));

        assertThat(first.shown()).containsExactly("Press", " it.");
        assertThat(second.text()).isEqualTo("Press it.");
        assertThat(cached.harness.model.calls()).isEqualTo(1);
    }

    @Test
    void asksAnewWhereARunSaysSo() {
        cached.withDefaults().harness.model.reply("old").reply("new");
        cached.ask(ASKED);

        try (Run run = Run.open(cached.harness.environment(), spec -> {})) {
            CacheControl.REFRESH.applyTo(run);
            assertThat(cached.ask(AGAIN).text()).isEqualTo("new");
        }

        assertThat(cached.ask(AGAIN).text()).isEqualTo("new");
        assertThat(cached.harness.model.calls()).isEqualTo(2);
    }

    @Test
    void passesByWhatHasMediaOrIsTooLong() {
        cached.with(SemanticMemoizeSpec.builder().maxText(20))
                .harness
                .model
                .reply("1")
                .reply("2");

        cached.ask(ASKED);
        cached.ask(ASKED);

        assertThat(cached.harness.model.calls()).isEqualTo(2);
        assertThat(cached.embedder.texts).hasValue(0);
    }

    @Test
    void letsTheApplicationSayWhatIsLookedForAndWhatHasToBeTheSame() {
        Function<Object, String> alike = call -> "one question";
        Function<Object, String> nobody = call -> "everybody";
        Predicate<Object> always = call -> true;
        cached.bean("alike", alike).bean("nobody", nobody).bean("always", always);
        cached.with(SemanticMemoizeSpec.builder().text("alike").key("nobody").when("always"))
                .harness
                .model
                .reply("same");

        cached.ask("What is it?");
        ChatReply second = cached.ask(ChatRequest.user("Something else").withModel("other"));

        assertThat(second.text()).isEqualTo("same");
    }

    @Test
    void rulesOutWhatTheConditionDoesNotWant() {
        Predicate<Object> never = call -> false;
        cached.bean("never", never)
                .with(SemanticMemoizeSpec.builder().when("never"))
                .harness
                .model
                .reply("1")
                .reply("2");

        cached.ask(ASKED);
        cached.ask(ASKED);

        assertThat(cached.harness.model.calls()).isEqualTo(2);
    }
}

package io.agentkit.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentkit.CallKind;
import io.agentkit.CallSettings;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolDescription;
import io.agentkit.chat.ToolOutput;
import io.agentkit.chat.Usage;
import io.agentkit.resilience.RetrySpec;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Models that ask for tools without an end. */
class DepthLimitTests {

    private final ChainHarness harness = ChainHarness.create();

    private final List<Message> messages = new ArrayList<>(List.of(Message.user("How is the weather?")));

    private int asked;

    private void limit(DepthLimitSpec spec) {
        harness.add("depth-limit", spec.chatMiddleware(harness.resources()));
    }

    private ToolCall weather(String arguments) {
        return new ToolCall("call-" + asked++, "weather", arguments);
    }

    /** A round of tools that is over. */
    private void round(String arguments) {
        ToolCall call = weather(arguments);
        messages.add(Message.assistant("", List.of(call)));
        messages.add(Message.tool(new ToolOutput(call.id(), call.name(), "rain")));
    }

    private void askFor(String... arguments) {
        List<ToolCall> calls = Stream.of(arguments).map(this::weather).toList();
        harness.model.reply(ChatReply.builder()
                .message(Message.assistant("", calls))
                .finishReason(FinishReason.TOOL_USE)
                .usage(Usage.of(10, 5))
                .build());
    }

    private ChatReply chat() {
        ChatRequest request = ChatRequest.builder()
                .messages(messages)
                .tools(List.of(new ToolDescription("weather", "", "{}")))
                .build();
        return harness.chatHandler().call(request);
    }

    @Test // DE-02
    void refusesTheSameCallAgainAndAgain() {
        limit(DepthLimitSpec.defaults().withMaxRepeats(3));
        round("{\"city\": \"Berlin\", \"days\": 1}");
        round("{\"days\":1, \"city\":\"Berlin\"}");
        askFor("{\"city\":\"Berlin\",\"days\":1}");
        chat();
        round("{\"city\":\"Berlin\",\"days\":1}");
        askFor("{ \"city\": \"Berlin\", \"days\": 1 }");

        DepthExceededException refusal = catchThrowableOfType(DepthExceededException.class, this::chat);

        assertThat(refusal.reason()).isEqualTo(DepthReason.REPEATS);
        assertThat(refusal)
                .hasMessage(
                        "The call went too far: a tool may be called 3 times with the same arguments ('max-repeats')");
        assertThat(harness.events.of(DepthExceeded.class)).hasSize(1);
    }

    @Test
    void letsOtherArgumentsPass() {
        limit(DepthLimitSpec.defaults().withMaxRepeats(1));
        round("{\"city\":\"Berlin\"}");
        askFor("{\"city\":\"Paris\"}");

        assertThat(chat().toolCalls()).hasSize(1);
    }

    @Test // DE-03
    void refusesTheSameCallMoreThanTenTimesByDefault() {
        limit(DepthLimitSpec.defaults());
        IntStream.range(0, 10).forEach(i -> round("{}"));
        askFor("");

        assertThatThrownBy(this::chat).isInstanceOf(DepthExceededException.class);
    }

    @Test // DE-03
    void beginsAnewWithEachMessageOfTheUser() {
        limit(DepthLimitSpec.defaults().withMaxRepeats(1).withMaxRounds(1));
        round("{}");
        messages.add(Message.assistant("It rains."));
        messages.add(Message.user("And now?"));
        askFor("{}");

        assertThat(chat().toolCalls()).hasSize(1);
    }

    @Test // DE-01
    void refusesMoreRoundsThanThereMayBeAndSaysWhatWasUsed() {
        limit(DepthLimitSpec.defaults().withMaxRounds(2));
        round("{\"day\":1}");
        round("{\"day\":2}");
        askFor("{\"day\":3}");

        DepthExceededException refusal = catchThrowableOfType(DepthExceededException.class, this::chat);

        assertThat(refusal.reason()).isEqualTo(DepthReason.ROUNDS);
        assertThat(refusal)
                .hasMessage("The call went too far: a model may ask for tools 2 times in a row ('max-rounds')");
        assertThat(refusal.spend().usage()).isEqualTo(Usage.of(10, 5));
    }

    @Test // BU-16
    void refusesAReplyThatAsksForTooManyCallsBeforeAnyIsMade() {
        limit(DepthLimitSpec.defaults().withMaxCallsPerReply(6));
        askFor("1", "2", "3", "4", "5", "6", "7", "8");

        assertThatThrownBy(this::chat)
                .isInstanceOfSatisfying(
                        DepthExceededException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(DepthReason.CALLS_PER_REPLY))
                .hasMessage("The call went too far: a reply may ask for 6 calls of tools ('max-calls-per-reply')");
    }

    @Test
    void asksOnceMoreWithoutToolsWhereItIsToAnswer() {
        limit(DepthLimitSpec.defaults().withMaxRounds(2).withOnLoop(OnLoop.ANSWER));
        round("{\"day\":1}");
        askFor("{\"day\":2}");
        chat();
        round("{\"day\":2}");
        harness.model.reply("It rains.");

        ChatReply answer = chat();

        assertThat(answer.text()).isEqualTo("It rains.");
        assertThat(harness.model.requests())
                .extracting(request -> request.tools().size())
                .containsExactly(1, 0);
        assertThat(harness.model.requests().get(1).messages()).isEqualTo(messages);
        assertThat(harness.events.of(ToolsWithheld.class))
                .containsExactly(new ToolsWithheld("2", "3", CallKind.CHAT, DepthReason.ROUNDS, 2));
    }

    @Test
    void asksOnceMoreWithoutToolsAfterTheSameCallAgainAndAgain() {
        limit(DepthLimitSpec.defaults().withMaxRepeats(2).withOnLoop(OnLoop.ANSWER));
        round("{}");
        round("{}");
        harness.model.reply("It rains.");

        chat();

        assertThat(harness.model.requests().get(0).tools()).isEmpty();
    }

    @Test // DE-01
    void endsTheTurnOfAModelThatAsksForToolsThatItDoesNotHaveAnyMore() {
        limit(DepthLimitSpec.defaults().withMaxRounds(1).withOnLoop(OnLoop.ANSWER));
        round("{\"day\":1}");
        askFor("{\"day\":2}");

        DepthExceededException refusal = catchThrowableOfType(DepthExceededException.class, this::chat);

        assertThat(refusal.reason()).isEqualTo(DepthReason.ROUNDS);
        assertThat(refusal.most()).isEqualTo(1);
    }

    @Test
    void leavesARequestWithoutToolsAlone() {
        limit(DepthLimitSpec.defaults().withMaxRounds(1).withOnLoop(OnLoop.ANSWER));
        round("{}");
        round("{}");
        harness.model.reply("It rains.");

        harness.chatHandler().call(ChatRequest.builder().messages(messages).build());

        assertThat(harness.events.of(ToolsWithheld.class)).isEmpty();
    }

    private ToolResult call(Run run, String arguments) {
        return harness.toolHandler()
                .call(
                        ToolRequest.of(new ToolFacts("weather", ToolSafety.READ_ONLY), arguments),
                        CallSettings.DEFAULTS.withRun(run));
    }

    @Test // DE-02
    void refusesTheSameCallOfAToolAgainAndAgain() {
        DepthLimitSpec spec = DepthLimitSpec.defaults().withMaxRepeats(2);
        harness.addTool("depth-limit", spec.toolMiddleware(harness.resources()));
        Run run = Run.create(harness.environment(), each -> {});
        call(run, "{\"a\":1,\"b\":2}");
        call(run, "{}");
        call(run, "{ \"b\": 2, \"a\": 1 }");

        assertThatThrownBy(() -> call(run, "{\"a\":1,\"b\":2}"))
                .isInstanceOfSatisfying(
                        DepthExceededException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(DepthReason.REPEATS));
        call(Run.create(harness.environment(), each -> {}), "{\"a\":1,\"b\":2}");
        assertThat(harness.tool.calls()).isEqualTo(4);
    }

    @Test
    void tellsTheModelThatACallWasNotMadeWhereItIsToAnswer() {
        DepthLimitSpec spec = DepthLimitSpec.defaults().withMaxRepeats(1).withOnLoop(OnLoop.ANSWER);
        harness.addTool("depth-limit", spec.toolMiddleware(harness.resources()));
        Run run = Run.create(harness.environment(), each -> {});
        call(run, "{}");

        ToolResult result = call(run, "{}");

        assertThat(result.text())
                .isEqualTo(
                        "This call was not made: it was made 1 times already with the same arguments. Answer with what you have.");
        assertThat(harness.tool.calls()).isEqualTo(1);
        assertThat(harness.events.of(ToolsWithheld.class)).hasSize(1);
    }

    @Test // DE-03
    void countsACallOnceHoweverOftenItIsTried() {
        harness.addTool("retry", RetrySpec.defaults().toolMiddleware(harness.resources()));
        DepthLimitSpec spec = DepthLimitSpec.defaults().withMaxRepeats(1);
        harness.addTool("depth-limit", spec.toolMiddleware(harness.resources()));
        harness.tool.fail(new IllegalStateException("once")).result("rain");

        ToolResult result = call(Run.create(harness.environment(), each -> {}), "{}");

        assertThat(result.text()).isEqualTo("rain");
    }

    @Test
    void countsNothingOutsideARun() {
        DepthLimitSpec spec = DepthLimitSpec.defaults().withMaxRepeats(1);
        harness.addTool("depth-limit", spec.toolMiddleware(harness.resources()));

        harness.tool(ToolSafety.READ_ONLY, "{}");
        harness.tool(ToolSafety.READ_ONLY, "{}");

        assertThat(harness.tool.calls()).isEqualTo(2);
    }

    @Test // DE-03
    void refusesLimitsOfNothing() {
        assertThatThrownBy(() -> DepthLimitSpec.defaults().withMaxRounds(0))
                .hasMessage("'maxRounds' must be at least 1 (was 0)");
        assertThatThrownBy(() -> DepthLimitSpec.defaults().withMaxRepeats(-1))
                .hasMessage("'maxRepeats' must be at least 1 (was -1)");
        assertThatThrownBy(() -> DepthLimitSpec.defaults().withMaxRounds(3).toolMiddleware(harness.resources()))
                .hasMessage(
                        "'maxRounds' counts what replies of models ask for; write it among the settings of a chain around models");
    }
}

package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ReplyChecksTests {

    private static final ToolCall EARLIER = new ToolCall("call-1", "search", "{}");

    private static final ChatRequest CONVERSATION = ChatRequest.builder()
            .messages(List.of(
                    Message.user("find"),
                    Message.assistant("", List.of(EARLIER)),
                    Message.tool(new ToolOutput("call-1", "search", "found"))))
            .build();

    @Test // TC-208
    void refusesNegativeUsageAndBooksNothing() {
        ChainHarness harness = ChainHarness.create();
        harness.model.reply(ChatReply.of("ok", Usage.of(-1, 5)));
        try (Run run = Run.open(harness.environment(), spec -> {})) {
            assertThatExceptionOfType(AgentKitException.class)
                    .isThrownBy(() -> harness.chat("hi"))
                    .extracting(AgentKitException::kind)
                    .isEqualTo(ErrorKind.NEGATIVE_USAGE);
            assertThat(run.spend()).isEqualTo(RunSpend.NONE);
        }
    }

    @Test // TC-208
    void refusesNegativeUsageThatAMiddlewareMadeUp() {
        ChainHarness harness = ChainHarness.of((call, next) -> ChatReply.of("ok", Usage.of(0, -1)));

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(() -> harness.chat("hi"))
                .extracting(AgentKitException::kind)
                .isEqualTo(ErrorKind.NEGATIVE_USAGE);
    }

    @Test // TC-235
    void failsOnlyTheRequestThatUsesAnEarlierIdentifierAgain() {
        AtomicReference<ErrorKind> first = new AtomicReference<>();
        ChainHarness harness = ChainHarness.of((call, next) -> {
            try {
                return next.call(call);
            } catch (AgentKitException failure) {
                first.set(failure.kind());
                return next.call(call);
            }
        });
        harness.model.reply(asking(EARLIER)).reply(asking(new ToolCall("call-2", "search", "{}")));

        ChatReply reply = harness.chatHandler().call(CONVERSATION);

        assertThat(first).hasValue(ErrorKind.TOOL_USE_ID_REUSED);
        assertThat(reply.toolCalls().get(0).id()).isEqualTo("call-2");
    }

    @Test // TC-305
    void refusesAStopForToolsWithoutTools() {
        refused(ErrorKind.STREAM_PROTOCOL, finished(FinishReason.TOOL_USE));
    }

    @Test // TC-305
    void refusesToolCallsThatWereCut() {
        refused(
                ErrorKind.TRUNCATED_TOOL_ARGUMENTS,
                asking(new ToolCall("x", "search", "{\"q\":"))
                        .mutate()
                        .finishReason(FinishReason.LENGTH)
                        .build());
    }

    @Test // TC-305
    void leavesACutOrFilteredTextAndAnUnknownWordToTheApplication() {
        for (FinishReason reason : List.of(FinishReason.LENGTH, FinishReason.FILTERED, FinishReason.OTHER)) {
            assertThatCode(() -> ReplyChecks.STRICT.check(CONVERSATION, finished(reason)))
                    .doesNotThrowAnyException();
        }
    }

    @Test // TC-305
    void acceptsToolCallsWhateverTheFinishSays() {
        ChatReply stopped = asking(new ToolCall("x", "search", "{}"))
                .mutate()
                .finishReason(FinishReason.STOP)
                .build();

        assertThatCode(() -> ReplyChecks.STRICT.check(CONVERSATION, stopped)).doesNotThrowAnyException();
    }

    @Test
    void refusesIdentifiersThatAreMissingOrTwiceUnlessToldOtherwise() {
        ReplyChecks lenient = ReplyChecks.LENIENT;
        ChatReply blank = asking(new ToolCall(" ", "search", "{}"), new ToolCall("", "search", "{}"));
        ChatReply twice = asking(new ToolCall("x", "a", "{}"), new ToolCall("x", "b", "{}"));

        refused(ErrorKind.STREAM_PROTOCOL, blank);
        refused(ErrorKind.TOOL_USE_ID_REUSED, twice);
        assertThatCode(() -> lenient.check(CONVERSATION, blank)).doesNotThrowAnyException();
        assertThatCode(() -> lenient.check(CONVERSATION, asking(EARLIER))).doesNotThrowAnyException();
    }

    private static void refused(ErrorKind kind, ChatReply reply) {
        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(() -> ReplyChecks.STRICT.check(CONVERSATION, reply))
                .extracting(AgentKitException::kind)
                .isEqualTo(kind);
    }

    private static ChatReply finished(FinishReason reason) {
        return ChatReply.of("text", Usage.of(1, 1))
                .mutate()
                .finishReason(reason)
                .build();
    }

    private static ChatReply asking(ToolCall... calls) {
        return ChatReply.builder()
                .message(Message.assistant("", List.of(calls)))
                .finishReason(FinishReason.TOOL_USE)
                .usage(Usage.of(10, 5))
                .build();
    }
}

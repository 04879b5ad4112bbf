package io.agentkit.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ToolCallIdsTests {

    private static Message asks(String... ids) {
        return Message.assistant(
                "", Stream.of(ids).map(id -> new ToolCall(id, "add", "{}")).toList());
    }

    private static Message answers(String... ids) {
        return Message.tool(
                Stream.of(ids).map(id -> new ToolOutput(id, "add", "3")).toArray(ToolOutput[]::new));
    }

    private static List<String> asked(List<Message> messages) {
        return messages.stream()
                .flatMap(message -> message.toolCalls().stream())
                .map(ToolCall::id)
                .toList();
    }

    private static List<String> answered(List<Message> messages) {
        return messages.stream()
                .flatMap(message -> message.toolOutputs().stream())
                .map(ToolOutput::callId)
                .toList();
    }

    @Test
    void keepsWhatTheProviderTakes() {
        List<Message> messages = List.of(asks("toolu_01", "call-2"), answers("toolu_01", "call-2"));

        assertThat(ToolCallIds.fit(messages, ToolCallIds.any("openai"))).isSameAs(messages);
        assertThat(ToolCallIds.fit(messages, ToolCallIds.any("anthropic"))).isSameAs(messages);
    }

    @Test
    void changesCallsAndResultsAlikeAndTheSameWayEachTime() {
        List<Message> messages =
                List.of(asks("functions.add:0", "x".repeat(80)), answers("x".repeat(80), "functions.add:0"));

        List<Message> fitting = ToolCallIds.fit(messages, ToolCallIds.any("anthropic"));

        assertThat(asked(fitting)).allMatch(id -> id.matches("[a-zA-Z0-9_-]{1,64}"));
        assertThat(answered(fitting))
                .containsExactly(asked(fitting).get(1), asked(fitting).get(0));
        assertThat(ToolCallIds.fit(messages, ToolCallIds.any("anthropic"))).isEqualTo(fitting);
    }

    @Test
    void givesEachCallOneOfItsOwnWhereRoundsRepeatThemOrLeaveThemOut() {
        List<Message> fitting = ToolCallIds.fit(
                List.of(
                        asks("call_0"),
                        answers("call_0"),
                        asks("call_0"),
                        answers("call_0"),
                        asks("", ""),
                        answers("", "")),
                ToolCallIds.any("openai"));

        assertThat(asked(fitting)).doesNotHaveDuplicates().hasSize(4).doesNotContain("");
        assertThat(answered(fitting)).isEqualTo(asked(fitting));
    }

    @Test
    void knowsWhoseOwnIdentifiersAlwaysFit() {
        assertThat(ToolCallIds.strict("openai")).isNull();
        assertThat(ToolCallIds.strict(null)).isNull();
        assertThat(asked(ToolCallIds.fit(List.of(asks("toolu_01")), ToolCallIds.any("mistral_ai"))))
                .allMatch(id -> id.matches("[a-zA-Z0-9]{9}"));
    }
}

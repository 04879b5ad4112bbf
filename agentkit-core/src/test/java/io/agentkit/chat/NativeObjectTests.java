package io.agentkit.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class NativeObjectTests {

    private static final String SECRET = "s3cret";

    private final Object original = new Object();
    private final Message view =
            Message.view(Message.Role.ASSISTANT, "text", List.of(), List.of(), List.of(), original);

    @Test
    void comeBackIdenticalFromAMessageThatNobodyEdited() {
        assertThat(view.withText("text").nativeMessage()).isSameAs(original);
        assertThat(view.mapText(text -> text)).isSameAs(view);
        assertThat(view.withToolCalls(List.of())).isSameAs(view);
    }

    @Test
    void areOnlyTheOriginOfAnEditedMessage() {
        assertThat(view.withText("other").nativeMessage()).isNull();
        assertThat(view.withText("other").origin()).isSameAs(original);
    }

    @Test
    void comeBackIdenticalFromAReplyWhoseUsageWasFilledIn() {
        ChatReply reply =
                ChatReply.builder().message(view).nativeReply(original).build();

        assertThat(reply.mutate().usage(Usage.estimated(1, 1)).build().nativeReply())
                .isSameAs(original);
        assertThat(reply.withText("text")).isSameAs(reply);
        assertThat(reply.withText("other").nativeReply()).isNull();
        assertThat(reply.withText("other").origin()).isSameAs(original);
    }

    @Test
    void comeBackIdenticalFromADeltaThatWasChangedBack() {
        Delta delta = Delta.text("piece");

        Delta edited = delta.withText("other");

        assertThat(delta.withText("piece")).isSameAs(delta);
        assertThat(edited.editedFrom()).isSameAs(delta);
        assertThat(edited.withText("third").editedFrom()).isSameAs(delta);
        assertThat(edited.withText("piece")).isSameAs(delta);
    }

    @Test
    void commitNothingUnlessThereIsSomethingToShow() {
        assertThat(Delta.text("x").commits()).isTrue();
        assertThat(Delta.reasoning("x").commits()).isTrue();
        assertThat(Delta.toolCalls(List.of(new ToolCall("", "a", ""))).commits())
                .isTrue();
        assertThat(Delta.of(ChatReply.builder().opaqueParts(true).build()).commits())
                .isTrue();
        for (Delta quiet : List.of(
                Delta.text(""), Delta.reasoning(""), Delta.usage(Usage.NONE), Delta.finish(FinishReason.STOP))) {
            assertThat(quiet.commits()).isFalse();
        }
    }

    @Test
    void neverShowTheirTexts() {
        ToolCall call = new ToolCall("id", "tool", SECRET);
        Message message = Message.assistant(SECRET, List.of(call));
        List<Object> shown = List.of(
                message,
                Message.tool(new ToolOutput("id", "tool", SECRET)),
                ChatRequest.user(SECRET),
                ChatReply.builder().message(message).reasoning(SECRET).build(),
                Delta.text(SECRET),
                ToolRequest.of(ToolFacts.unknown("tool"), SECRET),
                ToolResult.of(SECRET));

        assertThat(shown).allSatisfy(object -> assertThat(object.toString()).doesNotContain(SECRET));
    }

    @Test
    void neverShowTheTextOfAToolCallOrItsOutput() {
        assertThat(new ToolCall("id", "tool", SECRET).toString())
                .contains("tool")
                .doesNotContain(SECRET);
        assertThat(new ToolOutput("id", "tool", SECRET).toString())
                .contains("tool")
                .doesNotContain(SECRET);
        assertThat(new ToolDescription("tool", SECRET, SECRET).toString())
                .contains("tool")
                .doesNotContain(SECRET);
        assertThat(new Media("image/png", SECRET).toString())
                .contains("image/png")
                .doesNotContain(SECRET);
    }
}

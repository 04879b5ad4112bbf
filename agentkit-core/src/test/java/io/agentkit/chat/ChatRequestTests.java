package io.agentkit.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.test.OwnThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ChatRequestTests {

    private final Counting view = new Counting();
    private final ChatRequest request = view;

    @Test
    void convertsNothingThatNobodyReads() {
        assertThat(request.nativeRequest()).isSameAs(view.original);
        assertThat(view.reads).hasValue(0);
    }

    @Test
    void convertsEachPartOnceForAllCopies() {
        ChatRequest copy = request.withModel("another");
        ChatRequest second = copy.withOptions(ChatOptions.DEFAULTS.withMaxOutputTokens(5));
        for (ChatRequest each : List.of(request, copy, second, request)) {
            each.messages();
            each.tools();
            each.outputSchema();
            each.model();
            each.options();
        }

        assertThat(view.reads).hasValue(5);
        assertThat(copy.messages()).isSameAs(request.messages());
    }

    @Test
    void convertsOnceForThreadsThatAskAtTheSameTime() {
        CyclicBarrier both = new CyclicBarrier(2);
        var other = OwnThread.supply(() -> {
            meet(both);
            return request.messages();
        });
        meet(both);

        assertThat(request.messages()).isSameAs(other.join());
        assertThat(view.reads).hasValue(1);
    }

    @Test
    void handsBackTheIdenticalNativeObjectWhenNothingChanged() {
        ChatRequest same = request.mutate()
                .messages(new ArrayList<>(request.messages()))
                .model(request.model())
                .options(ChatOptions.DEFAULTS)
                .tools(List.of())
                .outputSchema(null)
                .build();

        assertThat(same).isSameAs(request);
        assertThat(request.mapText(text -> text)).isSameAs(request);
        assertThat(request.withModel("m")).isSameAs(request);
    }

    @Test
    void namesTheChangedPartsAndKeepsTheOrigin() {
        ChatRequest changed = request.withModel("other").withMessages(List.of(Message.user("new")));

        assertThat(changed.changed()).containsExactlyInAnyOrder(ChatRequest.Part.MODEL, ChatRequest.Part.MESSAGES);
        assertThat(changed.nativeRequest()).isNull();
        assertThat(changed.origin()).isSameAs(view.original);
        assertThat(changed.isDerivedFrom(request)).isTrue();
        assertThat(ChatRequest.user("x").isDerivedFrom(request)).isFalse();
        assertThat(request.changed()).isEmpty();
    }

    @Test
    void takesAModelAway() {
        assertThat(request.mutate().model(null).build().model()).isNull();
    }

    @Test
    void mapsWhatPeopleAndToolsWroteAndLeavesTheRestIdentical() {
        Message system = Message.view(Message.Role.SYSTEM, "rules", List.of(), List.of(), List.of(), "native system");
        Message user = Message.view(Message.Role.USER, "Anna", List.of(), List.of(), List.of(), "native user");
        Message tool = Message.tool(new ToolOutput("1", "t", "Anna too"));
        ChatRequest conversation =
                ChatRequest.builder().messages(List.of(system, user, tool)).build();

        ChatRequest mapped = conversation.mapText(text -> text.replace("Anna", "<1>"));

        assertThat(mapped.messages().get(0)).isSameAs(system);
        assertThat(mapped.messages().get(1).text()).isEqualTo("<1>");
        assertThat(mapped.messages().get(1).nativeMessage()).isNull();
        assertThat(mapped.messages().get(1).origin()).isEqualTo("native user");
        assertThat(mapped.messages().get(2).toolOutputs().get(0).text()).isEqualTo("<1> too");
        assertThat(mapped.lastUserMessage()).isSameAs(mapped.messages().get(1));
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
    }

    private static final class Counting extends ChatRequestView {

        final Object original = new Object();
        final AtomicInteger reads = new AtomicInteger();

        @Override
        protected List<Message> readMessages() {
            reads.incrementAndGet();
            return List.of(Message.user("hi"));
        }

        @Override
        protected String readModel() {
            reads.incrementAndGet();
            return "m";
        }

        @Override
        protected ChatOptions readOptions() {
            reads.incrementAndGet();
            return ChatOptions.DEFAULTS;
        }

        @Override
        protected List<ToolDescription> readTools() {
            reads.incrementAndGet();
            return List.of();
        }

        @Override
        protected String readOutputSchema() {
            reads.incrementAndGet();
            return null;
        }

        @Override
        public Object origin() {
            return original;
        }
    }
}

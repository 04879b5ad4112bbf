package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ToolCallContextTests {

    private static final ToolRequest CHARGE =
            ToolRequest.of(new ToolFacts("charge_card", ToolSafety.SIDE_EFFECT), "call_1", "key", "{}");

    private final ChainHarness harness = ChainHarness.create();

    private final List<@Nullable ToolCallContext> seen = new ArrayList<>();

    private void callTool() {
        harness.toolHandler().call(CHARGE);
    }

    private void keyed(String key) {
        harness.addTool("keyed", (call, next) -> next.call(call.with(ToolCallContext.IDEMPOTENCY_KEY, key)));
    }

    @Test
    void tellsAToolOfItsCall() {
        keyed("idem:1");
        harness.tool.run(attempt -> {
            seen.add(ToolCallContext.current());
            return ToolResult.of("done");
        });

        callTool();

        assertThat(seen).containsExactly(new ToolCallContext("charge_card", "call_1", 1, "idem:1"));
        assertThat(ToolCallContext.current()).isNull();
    }

    @Test
    void countsTheRequestsOfACall() {
        harness.addTool("twice", (call, next) -> {
            next.call(call);
            return next.call(call);
        });
        harness.tool.run(attempt -> {
            seen.add(ToolCallContext.current());
            return ToolResult.of("done");
        });

        callTool();

        assertThat(seen)
                .containsExactly(
                        new ToolCallContext("charge_card", "call_1", 1, null),
                        new ToolCallContext("charge_card", "call_1", 2, null));
    }

    @Test
    void goesAlongToOtherThreads() throws Exception {
        keyed("idem:1");
        harness.tool.run(attempt -> {
            ContextSnapshot snapshot = ContextSnapshotFactory.builder().build().captureAll();
            Runnable look = () -> seen.add(ToolCallContext.current());
            Thread thread = new Thread(snapshot.wrap(look));
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return ToolResult.of("done");
        });

        callTool();

        assertThat(seen).containsExactly(new ToolCallContext("charge_card", "call_1", 1, "idem:1"));
    }

    @Test
    void isNotThatOfAModelThatTheToolAsks() {
        keyed("idem:1");
        Handler<ChatRequest, ChatReply> model = harness.chatHandler();
        harness.model.run(attempt -> {
            seen.add(ToolCallContext.current());
            assertThat(Run.isInsideTool()).isTrue();
            return ChatReply.of("hi");
        });
        harness.tool.run(attempt -> {
            model.call(ChatRequest.user("hi"));
            seen.add(ToolCallContext.current());
            return ToolResult.of("done");
        });

        callTool();

        assertThat(seen).containsExactly(null, new ToolCallContext("charge_card", "call_1", 1, "idem:1"));
    }

    @Test
    void knowsWhichCallsAThreadWorksForWithinEachOther() {
        keyed("idem:1");
        List<Boolean> within = new ArrayList<>();
        harness.tool
                .run(attempt -> {
                    try (Run run = Run.open(harness.environment(), spec -> {})) {
                        within.add(ToolCallContext.isWithin("idem:1"));
                        within.add(ToolCallContext.isWithin("idem:2"));
                        return ToolResult.of(run.id());
                    }
                })
                .result("done");

        callTool();

        assertThat(within).containsExactly(true, false);
        assertThat(ToolCallContext.isWithin("idem:1")).isFalse();
    }
}

package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What models spend inside a tool is told with the outcome of its request. */
class NestedSpendTests {

    private final List<String> spent = new ArrayList<>();

    private final ChainHarness harness = ChainHarness.create().pricing((model, usage) -> Money.usd("0.01"));

    /** What each next tool does. */
    private final Deque<Runnable> tools = new ArrayDeque<>();

    NestedSpendTests() {
        harness.addTool(
                "noting",
                (call, next) -> next.call(call.withHook(new RequestHook() {
                    @Override
                    public void after(Attempt<?> attempt, Outcome outcome) {
                        spent.add(outcome.nested().usd().toString());
                    }
                })));
        harness.tool.run(attempt -> {
            tools.remove().run();
            return ToolResult.of("done");
        });
        harness.model.run(attempt -> ChatReply.of("ok", Usage.of(1, 1)));
        for (int i = 0; i < 5; i++) {
            harness.model.run(attempt -> ChatReply.of("ok", Usage.of(1, 1)));
        }
    }

    private void call(Runnable tool) {
        tools.add(tool);
        harness.toolHandler().call(ToolRequest.of(ToolFacts.unknown("tool"), "{}"));
    }

    private void inRun(Runnable work) {
        try (Run run = Run.open(harness.environment(), spec -> {})) {
            work.run();
            assertThat(run.depth()).isNotNegative();
        }
    }

    private void chat() {
        harness.chat("hi");
    }

    @Test
    void countsModelsThatWereCalledInside() {
        inRun(() -> {
            chat();
            call(() -> {
                chat();
                chat();
            });
            call(() -> {});
        });

        assertThat(spent).containsExactly("0.02", "0");
    }

    @Test
    void countsOnceWhatAnAgentInsideSpendsAndItsTools() {
        inRun(() -> call(() -> inRun(() -> {
            chat();
            call(this::chat);
        })));

        assertThat(spent).containsExactly("0.01", "0.02");
    }

    @Test
    void countsForAToolWhatAToolInsideItSpends() {
        inRun(() -> call(() -> call(this::chat)));

        assertThat(spent).containsExactly("0.01", "0.01");
    }
}

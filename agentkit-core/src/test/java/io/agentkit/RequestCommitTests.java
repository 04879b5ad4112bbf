package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestCommitTests {

    private final List<String> steps = new ArrayList<>();

    /** Notes what it is asked, and refuses where it is told to. */
    private RequestHook hook(String name, String refusing) {
        return new RequestHook() {
            @Override
            public void reserve(Attempt<?> attempt) {
                note(name + " reserve", refusing);
            }

            @Override
            public void commit(Attempt<?> attempt) {
                note(name + " commit", refusing);
            }

            @Override
            public void after(Attempt<?> attempt, Outcome outcome) {
                steps.add(name + " " + outcome.status());
            }
        };
    }

    private void note(String step, String refusing) {
        steps.add(step);
        if (step.equals(refusing)) {
            throw new AgentKitException(ErrorKind.STORE, "no");
        }
    }

    private ChainHarness tool(String refusing) {
        ChainHarness harness = ChainHarness.create();
        for (String name : List.of("a", "b")) {
            RequestHook hook = hook(name, refusing);
            harness.addTool(name, (call, next) -> next.call(call.withHook(hook)));
        }
        harness.tool.run(attempt -> {
            steps.add("send");
            return ToolResult.of("done");
        });
        return harness;
    }

    @Test
    void commitsRightBeforeTheToolRunsWhenEverybodyHasAgreed() {
        tool("").tool(ToolSafety.SIDE_EFFECT, "{}");

        assertThat(steps)
                .containsExactly(
                        "a reserve", "b reserve", "a commit", "b commit", "send", "a SUCCEEDED", "b SUCCEEDED");
    }

    @Test
    void commitsNothingWhenAnotherHookRefuses() {
        assertThatThrownBy(() -> tool("b reserve").tool(ToolSafety.SIDE_EFFECT, "{}"))
                .hasMessage("no");

        assertThat(steps).containsExactly("a reserve", "b reserve", "a NOT_SENT");
    }

    @Test
    void sendsNothingWhenACommitFailsAndTellsAllHooks() {
        assertThatThrownBy(() -> tool("a commit").tool(ToolSafety.SIDE_EFFECT, "{}"))
                .hasMessage("no");

        assertThat(steps).containsExactly("a reserve", "b reserve", "a commit", "a NOT_SENT", "b NOT_SENT");
    }

    @Test
    void sendsNothingWhenTheCallIsCancelledMeanwhile() {
        ChainHarness harness = ChainHarness.create();
        Cancellation cancellation = Cancellation.create();
        harness.addTool(
                "cancelling",
                (call, next) -> next.call(call.withHook(new RequestHook() {
                    @Override
                    public void commit(Attempt<?> attempt) {
                        cancellation.cancel(Cancellation.Reason.CONSUMER);
                    }
                })));

        assertThatThrownBy(() -> harness.toolHandler()
                        .call(
                                ToolRequest.of(ToolFacts.unknown("tool"), "{}"),
                                CallSettings.DEFAULTS.withCancellation(cancellation)))
                .isInstanceOf(CancelledException.class);
        assertThat(harness.tool.calls()).isZero();
    }

    @Test
    void asksNobodyToCommitARequestToAModel() {
        ChainHarness harness = ChainHarness.create();
        RequestHook hook = hook("a", "");
        harness.add("a", (call, next) -> next.call(call.withHook(hook)));
        harness.model.reply("hello");

        harness.chat("hi");

        assertThat(steps).containsExactly("a reserve", "a SUCCEEDED");
    }
}

package io.agentkit.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentkit.CallKind;
import io.agentkit.ErrorKind;
import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.RunFrame;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.OwnThread;
import io.agentkit.tool.ToolSafety;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs inside runs, each asking a model, with the limit around the model. */
class NestingTests {

    private final ChainHarness harness = ChainHarness.create();

    private Handler<ChatRequest, ChatReply> model = harness.chatHandler();

    @BeforeEach
    void limitDepthToThree() {
        limit(DepthLimitSpec.defaults().withMaxDepth(3));
    }

    private void limit(DepthLimitSpec spec) {
        ChainHarness made = ChainHarness.create().environment(harness.environment());
        made.add("depth-limit", spec.chatMiddleware(made.resources()));
        made.model.always(attempt -> {
            harness.model.reply("").send(attempt);
            return ChatReply.of("hello");
        });
        model = made.chatHandler();
    }

    private void ask() {
        model.call(ChatRequest.user("hi"));
    }

    /** Asks as the last of these agents, each inside the one before it. */
    private void askAs(String... agents) {
        askAs(List.of(agents));
    }

    private void askAs(List<String> agents) {
        if (agents.isEmpty()) {
            ask();
            return;
        }
        try (Run run = Run.open(harness.environment(), spec -> spec.agent(agents.get(0)));
                RunFrame inTool = run.enterTool()) {
            askAs(agents.subList(1, agents.size()));
        }
    }

    @Test // TC-330
    void letsAgentsBeNested() {
        askAs("a", "b");

        assertThat(harness.model.calls()).isEqualTo(1);
    }

    @Test // TC-331
    void refusesTheDepthOfTheLimit() {
        DepthExceededException refusal = catchThrowableOfType(DepthExceededException.class, () -> askAs("a", "b", "c"));

        assertThat(refusal.kind()).isEqualTo(ErrorKind.DEPTH_EXCEEDED);
        assertThat(refusal.reason()).isEqualTo(DepthReason.DEPTH);
        assertThat(refusal.depth()).isEqualTo(3);
        assertThat(refusal.isRetryable()).isFalse();
        assertThat(refusal).hasMessage("The call went too far: agents may be nested 3 deep ('max-depth')");
        assertThat(harness.model.calls()).isZero();
        assertThat(harness.events.of(DepthExceeded.class))
                .containsExactly(new DepthExceeded("1", "2", CallKind.CHAT, DepthReason.DEPTH, 3, 3, "c"));
    }

    @Test // TC-331
    void allowsDepthsZeroToThreeByDefault() {
        limit(DepthLimitSpec.defaults());

        askAs("a", "b", "c");
        assertThatThrownBy(() -> askAs("a", "b", "c", "d")).isInstanceOf(DepthExceededException.class);
    }

    @Test // TC-332
    void refusesALimitOfNothing() {
        assertThatThrownBy(() -> DepthLimitSpec.defaults().withMaxDepth(0))
                .hasMessage("'maxDepth' must be at least 1 (was 0)");
    }

    @Test // TC-333
    void aRefusedAgentIsNoneThatWasStarted() {
        limit(DepthLimitSpec.defaults().withMaxDepth(2).withMaxSpawns(1));
        try (Run root = Run.open(harness.environment(), spec -> {});
                RunFrame inTool = root.enterTool()) {
            try (Run inner = Run.open(harness.environment(), spec -> {});
                    RunFrame innerTool = inner.enterTool()) {
                assertThatThrownBy(this::ask)
                        .isInstanceOfSatisfying(
                                DepthExceededException.class,
                                refusal -> assertThat(refusal.reason()).isEqualTo(DepthReason.DEPTH));
            }

            ask();
        }

        assertThat(harness.model.calls()).isEqualTo(1);
    }

    @Test // TC-334
    void limitsTheDepthAlsoWhereCyclesMayBe() {
        limit(DepthLimitSpec.defaults().withMaxDepth(3).withCycles(Cycles.ALLOW));

        askAs("a", "a");
        assertThatThrownBy(() -> askAs("a", "a", "a"))
                .isInstanceOfSatisfying(
                        DepthExceededException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(DepthReason.DEPTH));
    }

    @Test
    void refusesAnAgentInsideItself() {
        limit(DepthLimitSpec.defaults());

        for (String[] agents : new String[][] {{"a", "a"}, {"a", "b", "a"}}) {
            assertThatThrownBy(() -> askAs(agents))
                    .isInstanceOfSatisfying(
                            DepthExceededException.class,
                            refusal -> assertThat(refusal.reason()).isEqualTo(DepthReason.CYCLE))
                    .hasMessage("The call went too far: an agent may not work inside itself ('cycles')");
        }
        askAs("a", "b", "c");
        assertThat(harness.model.calls()).isEqualTo(1);
    }

    @Test
    void seesNoCycleWhereARunOnlyGoesOn() {
        try (Run outer = Run.open(harness.environment(), spec -> spec.agent("a"));
                Run inner = Run.open(harness.environment(), spec -> spec.agent("a"))) {
            assertThat(inner.parent()).isSameAs(outer);
            ask();
        }
        try (Run outer = Run.open(harness.environment(), spec -> spec.agent("a"));
                RunFrame inTool = outer.enterTool()) {
            ask();
        }

        assertThat(harness.model.calls()).isEqualTo(2);
    }

    @Test
    void limitsHowManyAgentsARunStartsInAll() {
        limit(DepthLimitSpec.defaults().withMaxSpawns(2));
        try (Run root = Run.open(harness.environment(), spec -> {})) {
            ask();
            try (RunFrame inTool = root.enterTool()) {
                ask();
                askAs("b");

                assertThatThrownBy(this::ask)
                        .isInstanceOfSatisfying(
                                DepthExceededException.class,
                                refusal -> assertThat(refusal.reason()).isEqualTo(DepthReason.SPAWNS))
                        .hasMessage("The call went too far: a run may start 2 agents ('max-spawns')");
            }
            ask();
        }
    }

    @Test
    void countsAnAgentOnceHoweverOftenItAsks() {
        limit(DepthLimitSpec.defaults().withMaxSpawns(1));
        try (Run root = Run.open(harness.environment(), spec -> {});
                RunFrame inTool = root.enterTool();
                Run agent = Run.open(harness.environment(), spec -> spec.agent("b"))) {
            ask();
            ask();

            assertThat(agent.depth()).isEqualTo(1);
        }

        assertThat(harness.model.calls()).isEqualTo(2);
    }

    @Test
    void knowsTheDepthOnAnotherThread() {
        try (Run root = Run.open(harness.environment(), spec -> {});
                RunFrame inTool = root.enterTool();
                Run agent = Run.open(harness.environment(), spec -> {});
                Run deepest = Run.open(harness.environment(), spec -> {})) {
            assertThatThrownBy(() -> OwnThread.run(() -> {
                                try (RunFrame here = deepest.enterTool()) {
                                    ask();
                                }
                            })
                            .join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(DepthExceededException.class);
            assertThat(agent.depth()).isEqualTo(1);
        }
    }

    @Test
    void refusesToolsOfAnAgentThatIsNestedTooDeeply() {
        harness.addTool("depth-limit", DepthLimitSpec.defaults().withMaxDepth(1).toolMiddleware(harness.resources()));
        try (Run root = Run.open(harness.environment(), spec -> {})) {
            harness.tool(ToolSafety.READ_ONLY, "{}");
            try (Run agent = Run.open(harness.environment(), spec -> {})) {
                assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}"))
                        .isInstanceOf(DepthExceededException.class);
                assertThat(agent.parent()).isSameAs(root);
            }
        }

        assertThat(harness.tool.calls()).isEqualTo(1);
    }
}

package io.agentkit.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ToolTimeoutTests {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final ChainHarness harness = ChainHarness.create();

    @AfterEach
    void leavesNothingBehind() {
        assertThat(Thread.interrupted()).isFalse();
        assertThat(harness.time.pendingTimers()).isZero();
    }

    @Test
    void endsAToolThatTakesTooLong() {
        limited(TimeoutSpec.ofTotal(LIMIT));
        harness.tool.run(attempt -> after(LIMIT));

        assertThatThrownBy(() -> call("look_up"))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessage("'look_up' ended at a time limit of chain 'tool': 'total' is PT5S");
    }

    @Test
    void givesAToolALimitOfItsOwn() {
        limited(TimeoutSpec.ofTotal(LIMIT).withTools(Map.of("render", Duration.ofMinutes(5))));
        harness.tool.run(attempt -> after(LIMIT));

        assertThat(call("render").text()).isEqualTo("done");
        assertThatThrownBy(() -> call("look_up")).isInstanceOf(CallTimeoutException.class);
    }

    @Test
    void limitsOnlyTheToolsThatAreNamedWhenNothingElseIsSet() {
        limited(new TimeoutSpec(null, null, null, Map.of("look_up", LIMIT)));
        harness.tool.run(attempt -> after(LIMIT));

        assertThat(call("render").text()).isEqualTo("done");
        assertThatThrownBy(() -> call("look_up")).isInstanceOf(CallTimeoutException.class);
    }

    @Test
    void takesTheLimitOfAToolFromItsFacts() {
        limited(TimeoutSpec.ofTotal(LIMIT).withTools(Map.of("render", Duration.ofMinutes(5))));
        harness.tool.run(attempt -> after(LIMIT));

        assertThat(call(new ToolFacts("look_up", ToolSafety.READ_ONLY).withTimeout(Duration.ofMinutes(1)))
                        .text())
                .isEqualTo("done");
        assertThat(call(new ToolFacts("render", ToolSafety.READ_ONLY).withTimeout(Duration.ofSeconds(1)))
                        .text())
                .isEqualTo("done");
        assertThatThrownBy(() -> call(new ToolFacts("fetch", ToolSafety.READ_ONLY).withTimeout(Duration.ofSeconds(1))))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("PT1S");
    }

    @Test // TO-01
    void isNotRetriedForAToolThatMayActTwice() {
        harness.addTool("retry", RetrySpec.defaults().toolMiddleware(harness.resources()));
        limited(TimeoutSpec.ofTotal(LIMIT));
        harness.tool.run(attempt -> after(LIMIT));

        assertThatThrownBy(() -> harness.tool(ToolSafety.SIDE_EFFECT, "{}")).isInstanceOf(CallTimeoutException.class);
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void isRetriedForAToolThatIsSafeToCallAgain() {
        harness.addTool("retry", RetrySpec.defaults().toolMiddleware(harness.resources()));
        limited(TimeoutSpec.ofTotal(LIMIT));
        harness.tool.run(attempt -> after(LIMIT)).result("second");

        assertThat(harness.tool(ToolSafety.READ_ONLY, "{}").text()).isEqualTo("second");
    }

    private void limited(TimeoutSpec spec) {
        harness.addTool("timeout", spec.toolMiddleware(harness.resources()));
    }

    private ToolResult call(String tool) {
        return call(new ToolFacts(tool, ToolSafety.READ_ONLY));
    }

    private ToolResult call(ToolFacts facts) {
        return harness.toolHandler().call(ToolRequest.of(facts, "{}"));
    }

    private ToolResult after(Duration duration) {
        Stall.block(harness, duration);
        return ToolResult.of("done");
    }
}

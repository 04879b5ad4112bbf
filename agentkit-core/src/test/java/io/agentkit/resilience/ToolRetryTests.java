package io.agentkit.resilience;

import static io.agentkit.ErrorKind.NOT_CALLED;
import static io.agentkit.ErrorKind.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ToolRetryTests {

    private ChainHarness harness = with(RetrySpec.defaults());

    @ParameterizedTest // TC-290
    @EnumSource(names = {"READ_ONLY", "IDEMPOTENT"})
    void retriesAToolThatIsSafeToCallAgain(ToolSafety safety) {
        harness = with(RetrySpec.defaults().withMaxAttempts(4));
        harness.tool
                .fail(Failures.of(TIMEOUT))
                .fail(Failures.of(TIMEOUT))
                .fail(Failures.of(TIMEOUT))
                .result("done");

        assertThat(harness.tool(safety, "{}").text()).isEqualTo("done");
        assertThat(harness.tool.calls()).isEqualTo(4);
    }

    @ParameterizedTest // TC-294, TO-01
    @EnumSource(names = {"SIDE_EFFECT", "UNKNOWN"})
    void runsAToolThatMayActTwiceExactlyOnce(ToolSafety safety) {
        AgentKitException failure = Failures.of(TIMEOUT);
        harness.tool.fail(failure).result("done");

        assertThatThrownBy(() -> harness.tool(safety, "{}")).isSameAs(failure).hasNoSuppressedExceptions();
        assertThat(harness.tool.calls()).isEqualTo(1);
        assertThat(harness.time.sleeps()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"SIDE_EFFECT", "UNKNOWN"})
    void retriesSideEffectsWhereTheApplicationSaysSo(ToolSafety safety) {
        harness = with(RetrySpec.defaults().withSideEffects(SideEffects.ALWAYS));
        harness.tool.fail(Failures.of(TIMEOUT)).result("done");

        assertThat(harness.tool(safety, "{}").text()).isEqualTo("done");
        assertThat(harness.tool.calls()).isEqualTo(2);
    }

    @Test // TC-291
    void waitsAsLongAsTheToolsProviderAsks() {
        harness.tool.fail(Failures.rateLimited(Duration.ofSeconds(2))).result("done");

        harness.tool(ToolSafety.READ_ONLY, "{}");

        assertThat(harness.tool.calls()).isEqualTo(2);
        assertThat(harness.time.sleeps()).containsExactly(Duration.ofSeconds(2));
    }

    @Test // TC-293
    void throwsTheLastFailureOfAnIdempotentTool() {
        AgentKitException last = Failures.of(TIMEOUT);
        harness.tool.fail(Failures.of(TIMEOUT)).fail(Failures.of(TIMEOUT)).fail(last);

        assertThatThrownBy(() -> harness.tool(ToolSafety.IDEMPOTENT, "{}")).isSameAs(last);
        assertThat(harness.tool.calls()).isEqualTo(3);
    }

    @Test
    void doesNotRetryAToolThatWasNotCalled() {
        AgentKitException refusal = Failures.of(NOT_CALLED);
        harness.tool.fail(refusal).result("done");

        assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}")).isSameAs(refusal);
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test // TC-292
    void stopsWhenTheCallIsCancelledDuringTheWait() {
        Cancellation cancellation = Cancellation.create();
        AgentKitException failure = Failures.of(TIMEOUT);
        harness.tool.fail(failure).result("done");
        harness.time.whileSleeping(() -> cancellation.cancel(Cancellation.Reason.CONSUMER));

        assertThatThrownBy(() -> call(cancellation))
                .isInstanceOf(CancelledException.class)
                .hasSuppressedException(failure);
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test // TC-296
    void callsNothingWhenTheCallIsOverBeforeItBegins() {
        Cancellation cancellation = Cancellation.create();
        cancellation.cancel(Cancellation.Reason.CONSUMER);

        assertThatThrownBy(() -> call(cancellation)).isInstanceOf(CancelledException.class);
        assertThat(harness.tool.calls()).isZero();
    }

    private void call(Cancellation cancellation) {
        harness.toolHandler()
                .call(
                        ToolRequest.of(new ToolFacts("tool", ToolSafety.READ_ONLY), "{}"),
                        CallSettings.DEFAULTS.withCancellation(cancellation));
    }

    private static ChainHarness with(RetrySpec spec) {
        ChainHarness made = ChainHarness.create();
        return made.addTool("retry", spec.toolMiddleware(made.resources()));
    }
}

package io.agentkit.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentkit.AgentKitException;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolRateTests {

    private static final RateLimiterSpec ONE_AN_HOUR = RateLimiterSpec.requests(Duration.ofHours(1), 1);

    private final ChainHarness harness = ChainHarness.create();

    private void call(CallSettings settings) {
        harness.toolHandler().call(ToolRequest.of(new ToolFacts("charge", ToolSafety.SIDE_EFFECT), "{}"), settings);
    }

    private void limit(RateLimitSpec spec) {
        harness.addTool("rate-limit", spec.toolMiddleware(harness.resources()));
    }

    @Test // TC-252
    void saysThatAToolWasNotCalledWhoseTurnComesTooLate() {
        limit(RateLimitSpec.of(ONE_AN_HOUR));
        call(CallSettings.DEFAULTS);

        AgentKitException refusal = catchThrowableOfType(AgentKitException.class, () -> call(CallSettings.DEFAULTS));

        assertThat(refusal.kind()).isEqualTo(ErrorKind.NOT_CALLED);
        assertThat(refusal.isRetryable()).isFalse();
        assertThat(refusal)
                .hasMessage(
                        "The tool was not called because of rate limit 'tool': its turn comes later than it may wait");
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test // TC-252
    void saysThatAToolWasNotCalledWhoseTimeLimitPassedWhileItWaited() {
        limit(RateLimitSpec.of(ONE_AN_HOUR).withMaxWait(Duration.ofDays(1)));
        call(CallSettings.DEFAULTS);
        Cancellation cancellation = Cancellation.create();
        harness.time.schedule(Duration.ofMillis(20), () -> cancellation.cancel(Cancellation.Reason.TIMEOUT));

        AgentKitException refusal = catchThrowableOfType(
                AgentKitException.class, () -> call(CallSettings.DEFAULTS.withCancellation(cancellation)));

        assertThat(refusal.kind()).isEqualTo(ErrorKind.NOT_CALLED);
        assertThat(refusal).hasMessage("The tool was not called: it still waited at rate limit 'tool'");
        assertThat(refusal).hasCauseInstanceOf(CancelledException.class);
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void tellsNobodyWhoIsGone() {
        limit(RateLimitSpec.of(ONE_AN_HOUR).withMaxWait(Duration.ofDays(1)));
        call(CallSettings.DEFAULTS);
        Cancellation cancellation = Cancellation.create();
        harness.time.whileSleeping(() -> cancellation.cancel(Cancellation.Reason.CONSUMER));

        assertThatThrownBy(() -> call(CallSettings.DEFAULTS.withCancellation(cancellation)))
                .isInstanceOf(CancelledException.class);
    }

    @Test
    void sharesALimiterWithAChainAroundModels() {
        RateLimiters limiters = RateLimiters.of(Map.of("search", ONE_AN_HOUR), harness.time);
        RateLimitSpec spec = RateLimitSpec.shared("search");
        harness.add("rate-limit", spec.chatMiddleware(harness.resources(limiters)));
        harness.addTool("rate-limit", spec.toolMiddleware(harness.resources(limiters)));
        harness.model.reply("hello");
        harness.chat("hi");

        assertThatThrownBy(() -> call(CallSettings.DEFAULTS))
                .isInstanceOf(RateLimitedException.class)
                .hasMessageContaining("'search'");
    }
}

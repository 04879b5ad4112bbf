package io.agentkit.boot.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.chat.ChatReply;
import io.agentkit.resilience.BreakerSpec;
import io.agentkit.resilience.Breakers;
import io.agentkit.resilience.CallTimeoutException;
import io.agentkit.resilience.FallbackSpec;
import io.agentkit.resilience.RetrySpec;
import io.agentkit.resilience.TimeoutSpec;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolSafety;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ResilienceMetersTests {

    private final ChainHarness harness = ChainHarness.create();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Breakers breakers = new Breakers(harness.time);

    ResilienceMetersTests() {
        RetrySpec spec = RetrySpec.defaults().withMaxAttempts(1).withBreaker(new BreakerSpec(null, 1, null));
        harness.add("retry", spec.chatMiddleware(harness.resources(breakers)));
        harness.addTool("retry", spec.toolMiddleware(harness.resources(breakers)));
        harness.environment(harness.environment().withListener(new ResilienceMeters(registry, breakers)));
    }

    @Test
    void showHowACircuitStandsFromItsFirstOpeningOn() {
        assertThat(registry.getMeters()).isEmpty();
        failChat();
        assertThat(chatState()).isEqualTo(2);

        harness.time.advance(Duration.ofSeconds(15));
        assertThat(chatState()).isEqualTo(1);

        harness.model.reply(ChatReply.of("works"));
        harness.chat("hi");
        assertThat(chatState()).isZero();
    }

    @Test
    void countWhatWasRefused() {
        harness.tool.fail(new AgentKitException(ErrorKind.TOOL, "no"));
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}")).isInstanceOf(AgentKitException.class);
        }

        assertThat(registry.get("agentkit.tool.breaker.refusals")
                        .tags("chain", "tool", "tool", "tool")
                        .counter()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void countTimeLimitsAndWhatPaidNoAttentionToThem() {
        TimeoutSpec second = TimeoutSpec.ofTotal(Duration.ofSeconds(1));
        harness.addTool("timeout", second.toolMiddleware(harness.resources()));
        harness.tool.run(attempt -> {
            harness.time.advance(Duration.ofSeconds(2));
            throw new IllegalStateException("closed");
        });

        assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}")).isInstanceOf(CallTimeoutException.class);

        for (String meter : new String[] {"agentkit.tool.timeouts", "agentkit.tool.timeouts.ignored"}) {
            assertThat(registry.get(meter)
                            .tags("chain", "tool", "tool", "tool", "limit", "total")
                            .counter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void countWhenAnotherModelIsAsked() {
        harness.add("fallback", FallbackSpec.of("a", "b").chatMiddleware(harness.resources(breakers)));
        harness.model.fail(new AgentKitException(ErrorKind.OVERLOADED, "no")).reply("hello");

        harness.chat("hi");

        assertThat(registry.get("agentkit.fallback.taken")
                        .tags("chain", "chat", "from", "a", "to", "b", "error", "overloaded")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    private void failChat() {
        harness.model.fail(new AgentKitException(ErrorKind.UNAVAILABLE, "no"));
        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(AgentKitException.class);
    }

    private double chatState() {
        return registry.get("agentkit.chat.breaker.state")
                .tags("chain", "chat", "model", "(default)")
                .gauge()
                .value();
    }
}

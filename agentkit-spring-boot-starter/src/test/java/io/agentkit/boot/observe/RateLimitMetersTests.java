package io.agentkit.boot.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.limit.RateLimitSpec;
import io.agentkit.limit.RateLimitedException;
import io.agentkit.limit.RateLimiterSpec;
import io.agentkit.limit.RateLimiters;
import io.agentkit.test.ChainHarness;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RateLimitMetersTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final ChainHarness harness = ChainHarness.create();

    @Test
    void countWhatWaitedAndWhatWasRefused() {
        harness.environment(harness.environment().withListener(new MeterListener(registry)));
        RateLimitSpec spec = RateLimitSpec.of(RateLimiterSpec.requests(Duration.ofMillis(200), 1));
        RateLimiters limiters = RateLimiters.of(Map.of(), harness.time);
        harness.add("rate-limit", spec.chatMiddleware(harness.resources(limiters)));
        harness.add(
                "strict",
                RateLimitSpec.of(RateLimiterSpec.requests(Duration.ofSeconds(1), 2))
                        .withMaxWait(Duration.ZERO)
                        .chatMiddleware(harness.resources(limiters)));
        new RateLimitMeters(limiters).bindTo(registry);
        harness.model.reply("one").reply("two");
        harness.chat("hi");
        harness.chat("hi");

        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(RateLimitedException.class);

        assertThat(registry.get("agentkit.rate.limit.waits")
                        .tag("limiter", "chat")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(400);
        assertThat(registry.get("agentkit.rate.limit.refusals")
                        .tags("limiter", "chat", "reason", "max_wait")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("agentkit.rate.limit.waiting").gauge().value()).isZero();
    }
}

package io.agentkit.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RateLimitSpecTests {

    private static RateLimitSpec spec(
            @Nullable String limiter, @Nullable Duration interval, @Nullable Long burst, @Nullable Long tokens) {
        return new RateLimitSpec(limiter, interval, burst, tokens, null, null, null, null, null);
    }

    @Test
    void hasNoRateOfItsOwnAccord() {
        assertThatThrownBy(() -> spec(null, null, null, null))
                .hasMessage(
                        "'interval' must be set to limit requests, or 'tokensPerMinute' to limit tokens of models, or 'limiter' to the name of a limiter");
    }

    @Test
    void waitsAMinuteAndFollowsTheProviderByDefault() {
        RateLimitSpec spec = spec(null, Duration.ofSeconds(1), null, null);

        assertThat(spec.maxWait()).isEqualTo(Duration.ofMinutes(1));
        assertThat(spec.assumedOutput()).isEqualTo(1_000);
        assertThat(spec.followProvider()).isTrue();
    }

    @Test
    void refusesARateBesideANamedLimiter() {
        assertThatThrownBy(() -> spec("openai", null, 5L, null))
                .hasMessage("'limiter' names a limiter that has a rate and keys, and there are others beside it");
    }

    @Test
    void refusesWhatCannotWork() {
        assertThatThrownBy(() -> spec(null, Duration.ofDays(400), null, null)).hasMessageContaining("365 days");
        assertThatThrownBy(() -> spec(null, null, null, 0L))
                .hasMessage("'tokensPerMinute' must be between 1 and 1000000000 (was 0)");
        assertThatThrownBy(() -> spec(null, null, 3L, 10L))
                .hasMessage("'burst' counts requests, which only 'interval' limits");
        assertThatThrownBy(
                        () -> RateLimiterSpec.requests(Duration.ofSeconds(1), 1).withTokens(null, 5L))
                .hasMessage("'tokenBurst' counts tokens, which only 'tokensPerMinute' limits");
        assertThatThrownBy(() -> new RateLimiterSpec(Duration.ofSeconds(1), null, null, null, List.of("user", "user")))
                .hasMessage("'per' must name each key once (was [user, user])");
        assertThatThrownBy(() -> RateLimitSpec.shared("x").withMaxWait(Duration.ofSeconds(-1)))
                .hasMessage("'maxWait' must not be negative (was PT-1S)");
    }

    @Test
    void refusesALimiterThatDoesNotExist() {
        ChainHarness harness = ChainHarness.create();

        assertThatThrownBy(() -> RateLimitSpec.shared("openai").chatMiddleware(harness.resources()))
                .hasMessage("there is no rate limiter named 'openai'");
    }

    @Test
    void refusesTokensOfModelsAroundTools() {
        ChainHarness harness = ChainHarness.create();

        assertThatThrownBy(() -> spec(null, null, null, 10L).toolMiddleware(harness.resources()))
                .hasMessage(
                        "'tokensPerMinute' counts tokens of models; write it among the settings of a chain around models");
    }
}

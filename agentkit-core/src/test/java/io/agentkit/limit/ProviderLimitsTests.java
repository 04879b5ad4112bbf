package io.agentkit.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.Failure;
import io.agentkit.ProviderLimits;
import io.agentkit.chat.ChatReply;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProviderLimitsTests {

    private static final RateLimiterSpec PLENTY = RateLimiterSpec.requests(Duration.ofMillis(10), 100);

    private final ChainHarness harness = ChainHarness.create();

    private void limit(RateLimitSpec spec) {
        harness.add("rate-limit", spec.chatMiddleware(harness.resources()));
    }

    private void failOnce(ErrorKind kind, Duration retryAfter) {
        Failure failure = Failure.ofStatus(kind, 429, null, null).withRetryAfter(retryAfter);
        harness.model.fail(new AgentKitException(failure, "scripted", null)).reply("hello");
        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(AgentKitException.class);
    }

    private void answerOnce(@Nullable Long requestsLeft, @Nullable Long tokensLeft, Duration reset) {
        harness.model.run(attempt -> {
            attempt.limits(new ProviderLimits(requestsLeft, reset, tokensLeft, reset));
            return ChatReply.of("hello");
        });
        harness.model.always(attempt -> ChatReply.of("hello"));
        harness.chat("hi");
    }

    @Test
    void letNobodyGoBeforeTheProviderAllowsIt() {
        limit(RateLimitSpec.of(PLENTY));
        failOnce(ErrorKind.RATE_LIMITED, Duration.ofSeconds(20));

        harness.chat("hi");

        assertThat(harness.time.sleeps()).containsExactly(Duration.ofSeconds(20));
        assertThat(harness.events.of(RateLimitLowered.class))
                .containsExactly(new RateLimitLowered("1", 1, "chat", "(all)", Duration.ofSeconds(20)));
    }

    @Test
    void areNoneWhereAnotherFailureAsksToWait() {
        limit(RateLimitSpec.of(PLENTY));
        failOnce(ErrorKind.UNAVAILABLE, Duration.ofSeconds(20));

        harness.chat("hi");

        assertThat(harness.time.sleeps()).isEmpty();
    }

    @Test
    void areNotFollowedWhereThatIsSwitchedOff() {
        limit(RateLimitSpec.of(PLENTY).withFollowProvider(false));
        failOnce(ErrorKind.RATE_LIMITED, Duration.ofSeconds(20));

        harness.chat("hi");

        assertThat(harness.time.sleeps()).isEmpty();
    }

    @Test // RL-03
    void holdNobodyUpForHours() {
        limit(RateLimitSpec.of(PLENTY).withMaxWait(Duration.ofDays(1)));
        failOnce(ErrorKind.RATE_LIMITED, Duration.ofHours(9));

        harness.chat("hi");

        assertThat(harness.time.sleeps()).containsExactly(Duration.ofMinutes(5));
    }

    @Test // RL-03
    void neverMakeARequestWaitLongerThanItMay() {
        limit(RateLimitSpec.of(PLENTY));
        failOnce(ErrorKind.RATE_LIMITED, Duration.ofMinutes(2));

        assertThatThrownBy(() -> harness.chat("hi"))
                .isInstanceOfSatisfying(
                        RateLimitedException.class,
                        refusal -> assertThat(refusal.failure().retryAfter()).isEqualTo(Duration.ofMinutes(2)));
    }

    @Test
    void lowerWhatIsLeftToWhatTheProviderHasLeft() {
        limit(RateLimitSpec.of(PLENTY));
        answerOnce(2L, null, Duration.ofSeconds(30));

        for (int i = 0; i < 3; i++) {
            harness.chat("hi");
        }

        assertThat(harness.time.sleeps()).containsExactly(Duration.ofMillis(10));
    }

    @Test
    void neverRaiseWhatIsLeft() {
        limit(RateLimitSpec.of(RateLimiterSpec.requests(Duration.ofMillis(10), 1)));
        answerOnce(5_000L, 100_000L, Duration.ofSeconds(30));

        harness.chat("hi");

        assertThat(harness.time.sleeps()).containsExactly(Duration.ofMillis(10));
    }

    @Test
    void letNobodyGoBeforeAResetOfWhatIsUsedUp() {
        limit(RateLimitSpec.of(PLENTY));
        answerOnce(10L, 0L, Duration.ofSeconds(30));

        harness.chat("hi");

        assertThat(harness.time.sleeps()).containsExactly(Duration.ofSeconds(30));
    }
}

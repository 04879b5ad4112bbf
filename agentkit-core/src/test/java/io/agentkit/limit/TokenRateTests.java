package io.agentkit.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The harness counts a quarter of the characters as tokens. */
class TokenRateTests {

    private final ChainHarness harness = ChainHarness.create();

    private void limit(long perMinute, long atOnce, int assumedOutput) {
        RateLimiterSpec rate = RateLimiterSpec.tokens(perMinute).withTokens(perMinute, atOnce);
        RateLimitSpec spec = RateLimitSpec.of(rate).withAssumedOutput(assumedOutput);
        harness.add("rate-limit", spec.chatMiddleware(harness.resources()));
    }

    private void ask(String text, int maxOutput) {
        ChatRequest request = ChatRequest.user(text);
        harness.chatHandler().call(request.withOptions(ChatOptions.DEFAULTS.withMaxOutputTokens(maxOutput)));
    }

    private long prompt(String text) {
        return harness.environment().tokens().tokens(ChatRequest.user(text));
    }

    @Test // RL-06, RL-10
    void takesAnEstimateBeforeARequestIsSent() {
        limit(600, 100, 0);
        long wanted = prompt("hi") + 60;
        harness.model
                .run(attempt -> {
                    ask("beside it", 60);
                    return ChatReply.of("hello", Usage.of(10, 60));
                })
                .reply(ChatReply.of("hello", Usage.of(10, 60)));

        ask("hi", 60);

        long missing = wanted + prompt("beside it") + 60 - 100;
        assertThat(harness.time.sleeps()).containsExactly(Duration.ofMillis(100 * missing));
    }

    @Test // RL-09
    void chargesWhatWasUsedOnceThatIsKnown() {
        limit(60, 120, 10);
        harness.model.reply(ChatReply.of("hello", Usage.of(60, 60))).reply("again");
        harness.chat("hi");

        harness.chat("hi");

        assertThat(harness.time.sleeps()).containsExactly(Duration.ofSeconds(prompt("hi") + 10));
    }

    @Test
    void owesWhatWasUsedBeyondWhatThereWas() {
        limit(60, 120, 10);
        harness.model.reply(ChatReply.of("hello", Usage.of(60, 90))).reply("again");
        harness.chat("hi");

        harness.chat("hi");

        assertThat(harness.time.sleeps()).containsExactly(Duration.ofSeconds(30 + prompt("hi") + 10));
    }

    @Test
    void givesBackWhatWasNotUsed() {
        limit(60, 120, 0);
        harness.model.reply(ChatReply.of("hello", Usage.of(5, 5))).reply("again");
        ask("hi", 100);

        ask("hi", 100);

        assertThat(harness.time.sleeps()).isEmpty();
    }

    @Test
    void givesBackAllOfARequestThatFailedWithNothing() {
        limit(60, 120, 0);
        harness.model.fail(new IllegalStateException()).reply("again");
        assertThatThrownBy(() -> ask("hi", 100)).isInstanceOf(IllegalStateException.class);

        ask("hi", 100);

        assertThat(harness.time.sleeps()).isEmpty();
    }

    @Test // RL-01, RL-02
    void refusesAtOnceWhatNeverFits() {
        limit(1_000, 100, 0);

        RateLimitedException refusal = catchThrowableOfType(RateLimitedException.class, () -> ask("hi", 101));

        assertThat(refusal.reason()).isEqualTo(RateLimitReason.TOO_LARGE);
        assertThat(refusal.isRetryable()).isFalse();
        assertThat(refusal.failure().retryAfter()).isNull();
        assertThat(refusal)
                .hasMessage(
                        "The request was refused by rate limit 'chat': it needs more tokens than 'token-burst' (100)");
        assertThat(harness.model.calls()).isZero();
    }

    @Test
    void refusesNothingForAnAnswerThatIsOnlyAssumed() {
        limit(1_000, 100, 4_000);
        harness.model.reply("hello");

        harness.chat("hi");

        assertThat(harness.model.calls()).isEqualTo(1);
    }

    @Test
    void takesNoRequestWhereTokensAreMissing() {
        RateLimiterSpec rate = RateLimiterSpec.requests(Duration.ofHours(1), 2).withTokens(60L, 100L);
        RateLimitSpec spec = RateLimitSpec.of(rate).withMaxWait(Duration.ZERO);
        harness.add("rate-limit", spec.chatMiddleware(harness.resources()));
        harness.model.reply(ChatReply.of("hello", Usage.of(50, 50))).reply(ChatReply.of("hello", Usage.of(0, 0)));
        ask("hi", 90);
        assertThatThrownBy(() -> ask("hi", 90)).isInstanceOf(RateLimitedException.class);
        harness.time.advance(Duration.ofMinutes(2));

        ask("hi", 90);

        assertThat(harness.model.calls()).isEqualTo(2);
    }

    @Test
    void correctsWhatAProviderCountsLater() {
        RateLimiterSpec rate = RateLimiterSpec.tokens(60).withTokens(60L, 1_000L);
        RateLimiters limiters = RateLimiters.of(Map.of("shared", rate), harness.time);
        harness.add("rate-limit", RateLimitSpec.shared("shared").chatMiddleware(harness.resources(limiters)));
        harness.model.run(attempt -> {
            attempt.late(Usage.of(300, 100));
            throw new AgentKitException(ErrorKind.UNAVAILABLE, "scripted");
        });

        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(AgentKitException.class);

        assertThat(limiters.find("shared").status().keys())
                .extracting(RateLimiterStatus.Key::tokens)
                .containsExactly(600L);
    }
}

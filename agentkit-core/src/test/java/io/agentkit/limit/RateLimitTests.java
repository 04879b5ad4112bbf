package io.agentkit.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.BlockedException;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ChatMiddleware;
import io.agentkit.ErrorKind;
import io.agentkit.RequestHook;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.resilience.RetrySpec;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostSpec;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitTests {

    private static final Duration HOUR = Duration.ofHours(1);

    private final ChainHarness harness = ChainHarness.create();

    @BeforeEach
    void answers() {
        harness.model.always(attempt -> ChatReply.of("hello"));
    }

    private void limit(Duration interval, long burst) {
        limit(RateLimitSpec.of(RateLimiterSpec.requests(interval, burst)));
    }

    private void limit(RateLimitSpec spec) {
        harness.add("rate-limit", spec.chatMiddleware(harness.resources()));
    }

    private void chat(CallSettings settings) {
        harness.chatHandler().call(ChatRequest.user("hi"), settings);
    }

    @Test // TC-250
    void waitsAnIntervalBeforeEachRequestOnceTheBurstIsUsed() {
        limit(Duration.ofMillis(30), 1);

        harness.chat("one");
        harness.chat("two");
        harness.chat("three");

        assertThat(harness.model.calls()).isEqualTo(3);
        assertThat(harness.time.sleeps()).containsExactly(Duration.ofMillis(30), Duration.ofMillis(30));
    }

    @Test
    void startsFullAndFillsUpAgain() {
        limit(Duration.ofSeconds(1), 2);
        harness.chat("one");
        harness.chat("two");
        harness.time.advance(Duration.ofMinutes(1));

        harness.chat("three");
        harness.chat("four");
        harness.chat("five");

        assertThat(harness.time.sleeps()).containsExactly(Duration.ofSeconds(1));
    }

    @Test
    void takesABurstBelowOneAsOne() {
        limit(Duration.ofSeconds(1), -3);

        harness.chat("one");
        harness.chat("two");

        assertThat(harness.time.sleeps()).containsExactly(Duration.ofSeconds(1));
    }

    @Test // TC-251
    void limitsNothingWithoutAnInterval() {
        limit(Duration.ZERO, 1);
        limit(Duration.ofSeconds(-1), 1);

        for (int i = 0; i < 5; i++) {
            harness.chat("hi");
        }

        assertThat(harness.time.sleeps()).isEmpty();
    }

    @Test // TC-251, TC-253
    void takesNothingForACallThatIsOver() {
        limit(HOUR, 1);
        Cancellation over = Cancellation.create();
        harness.add("cancels", (call, next) -> {
            if (call.cancellation() == over) {
                over.cancel(Cancellation.Reason.CONSUMER);
            }
            return next.call(call);
        });

        assertThatThrownBy(() -> chat(CallSettings.DEFAULTS.withCancellation(over)))
                .isInstanceOf(CancelledException.class);
        harness.chat("hi");

        assertThat(harness.time.sleeps()).isEmpty();
    }

    @Test // TC-250
    void failsAtOnceWhenTheDeadlineComesBeforeTheTurn() {
        limit(RateLimitSpec.of(RateLimiterSpec.requests(HOUR, 1)).withMaxWait(Duration.ofDays(1)));
        harness.chat("takes it");
        Run run = Run.create(harness.environment(), spec -> spec.deadline(Duration.ofMillis(10)));

        RateLimitedException refusal =
                catchThrowableOfType(RateLimitedException.class, () -> chat(CallSettings.DEFAULTS.withRun(run)));

        assertThat(refusal.reason()).isEqualTo(RateLimitReason.DEADLINE);
        assertThat(refusal)
                .hasMessage("The request was refused by rate limit 'chat': its turn comes after the deadline");
        assertThat(harness.time.sleeps()).isEmpty();
    }

    @Test // TC-253
    void givesThePlaceBackWhenItIsCancelledWhileItWaits() {
        limit(Duration.ofSeconds(30), 1);
        harness.chat("takes it");
        Cancellation cancellation = Cancellation.create();
        harness.time.whileSleeping(() -> cancellation.cancel(Cancellation.Reason.CONSUMER));

        assertThatThrownBy(() -> chat(CallSettings.DEFAULTS.withCancellation(cancellation)))
                .isInstanceOf(CancelledException.class);
        harness.time.whileSleeping(() -> {});
        harness.time.advance(Duration.ofSeconds(30));
        harness.chat("goes at once");

        assertThat(harness.model.calls()).isEqualTo(2);
        assertThat(harness.time.sleeps()).hasSize(1);
    }

    @Test
    void refusesAtOnceWhatWouldWaitLongerThanItMay() {
        limit(HOUR, 1);
        harness.chat("takes it");

        RateLimitedException refusal = catchThrowableOfType(RateLimitedException.class, () -> harness.chat("hi"));

        assertThat(refusal.kind()).isEqualTo(ErrorKind.RATE_LIMITED);
        assertThat(refusal.isRetryable()).isTrue();
        assertThat(refusal.failure().retryAfter()).isEqualTo(HOUR);
        assertThat(refusal.limiter()).isEqualTo("chat");
        assertThat(refusal)
                .hasMessage("The request was refused by rate limit 'chat': its turn comes later than it may wait");
        assertThat(harness.model.calls()).isEqualTo(1);
        assertThat(harness.time.sleeps()).isEmpty();
        assertThat(harness.events.of(RateLimitRefused.class))
                .containsExactly(new RateLimitRefused("2", 1, "chat", "(all)", RateLimitReason.MAX_WAIT, HOUR));
    }

    @Test
    void waitsForNothingWhereItMayNotWait() {
        limit(RateLimitSpec.of(RateLimiterSpec.requests(Duration.ofMillis(1), 1))
                .withMaxWait(Duration.ZERO));
        harness.chat("takes it");

        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(RateLimitedException.class);
        harness.time.advance(Duration.ofMillis(1));
        harness.chat("hi");

        assertThat(harness.model.calls()).isEqualTo(2);
    }

    @Test // TC-237
    void takesOneForEachRequestWhereverItStands() {
        limit(RateLimitSpec.of(RateLimiterSpec.requests(HOUR, 2)));
        harness.add("twice", (call, next) -> {
            next.call(call);
            return next.call(call);
        });

        harness.chat("hi");

        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(RateLimitedException.class);
        assertThat(harness.model.calls()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"retry rate-limit cost", "rate-limit cost retry", "cost retry rate-limit"})
    void takesOneForEachAttemptInAnyOrder(String order) {
        for (String name : order.split(" ")) {
            ChatSpec spec = switch (name) {
                case "retry" -> RetrySpec.defaults();
                case "cost" -> CostSpec.defaults();
                default -> RateLimitSpec.of(RateLimiterSpec.requests(HOUR, 2));
            };
            harness.add(name, spec.chatMiddleware(harness.resources(new CostMeter(harness.time))));
        }
        harness.model.fail(new AgentKitException(ErrorKind.UNAVAILABLE, "scripted"));

        harness.chat("hi");

        assertThat(harness.model.calls()).isEqualTo(2);
        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(RateLimitedException.class);
    }

    @Test // RL-05
    void takesNothingForARequestThatAnotherHookRefuses() {
        limit(HOUR, 1);
        harness.add("refuses", refusingWhatAsks("no"));

        assertThatThrownBy(() -> harness.chat("no")).isInstanceOf(BlockedException.class);
        harness.chat("yes");

        assertThat(harness.model.calls()).isEqualTo(1);
    }

    private static ChatMiddleware refusingWhatAsks(String text) {
        return (call, next) -> next.call(call.withHook(new RequestHook() {
            @Override
            public void reserve(Attempt<?> attempt) {
                if (call.request().messages().get(0).text().equals(text)) {
                    throw new BlockedException("no", "no");
                }
            }
        }));
    }

    @Test // RL-08
    void neverHoldsMoreThanTheBurstHoweverLongNobodyAsks() {
        limit(Duration.ofNanos(1), 3);
        harness.chat("hi");
        for (int i = 0; i < 4; i++) {
            harness.time.advance(Duration.ofDays(20_000));
        }
        RateLimiter limiter = RateLimiter.of("all", RateLimiterSpec.requests(Duration.ofMillis(1), 3), harness.time);
        harness.time.advance(Duration.ofDays(20_000));

        assertThat(limiter.status().keys()).isEmpty();
        harness.chat("hi");
        assertThat(harness.time.sleeps()).isEmpty();
    }

    @Test
    void tellsHowLongARequestHasWaited() {
        limit(Duration.ofMillis(30), 1);
        harness.chat("one");

        harness.chat("two");

        assertThat(harness.events.of(RateLimitWaited.class))
                .containsExactly(new RateLimitWaited("2", 1, "chat", "(all)", Duration.ofMillis(30)));
    }

    @Test
    void letsARetryComeBackWhenItIsItsTurn() {
        harness.add("again", (call, next) -> {
            try {
                return next.call(call);
            } catch (RateLimitedException refused) {
                call.pause(refused.failure().retryAfter());
                return next.call(call);
            }
        });
        limit(RateLimitSpec.of(RateLimiterSpec.requests(Duration.ofSeconds(2), 1))
                .withMaxWait(Duration.ZERO));
        harness.chat("one");

        harness.chat("two");

        assertThat(harness.model.calls()).isEqualTo(2);
        assertThat(harness.time.sleeps()).containsExactly(Duration.ofSeconds(2));
    }
}

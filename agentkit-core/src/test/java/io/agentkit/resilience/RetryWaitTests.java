package io.agentkit.resilience;

import static io.agentkit.ErrorKind.TIMEOUT;
import static io.agentkit.ErrorKind.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.agentkit.AgentKitException;
import io.agentkit.CallSettings;
import io.agentkit.Failure;
import io.agentkit.Run;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryWaitTests {

    private ChainHarness harness = with(RetrySpec.defaults());

    @Test // TC-262, RE-03, RE-05
    void waitsExactlyAsLongAsTheProviderAsks() {
        harness.model.fail(Failures.rateLimited(Duration.ofSeconds(2))).reply("hello");

        harness.chat("hi");

        assertThat(harness.model.calls()).isEqualTo(2);
        assertThat(harness.time.sleeps()).containsExactly(Duration.ofSeconds(2));
    }

    @Test // RE-04
    void keepsTheWaitOfEveryRetryableStatus() {
        Failure failure = Failure.ofStatus(UNAVAILABLE, 524, null, null).withRetryAfter(Duration.ofSeconds(9));
        harness.model.fail(new AgentKitException(failure, "scripted", null)).reply("hello");

        harness.chat("hi");

        assertThat(harness.time.sleeps()).containsExactly(Duration.ofSeconds(9));
    }

    @Test // RE-06
    void failsAtOnceWithTheWaitWhenItIsLongerThanTheCap() {
        AgentKitException failure = Failures.rateLimited(Duration.ofSeconds(3832));
        harness.model.fail(failure);

        Throwable thrown = catchThrowable(() -> harness.chat("hi"));

        assertThat(thrown).isSameAs(failure);
        assertThat(thrown.getSuppressed()[0])
                .hasMessage(
                        "Gave up after 1 attempt: the provider asks to wait PT1H3M52S, more than 'backoff.max' (PT10S)");
        assertThat(harness.model.calls()).isEqualTo(1);
        assertThat(harness.time.sleeps()).isEmpty();
        assertThat(harness.events.of(RetryExhausted.class))
                .containsExactly(new RetryExhausted("1", 1, failure.failure(), RetryExhausted.Reason.RETRY_AFTER));
    }

    @Test
    void waitsTheCapWhenToldTo() {
        harness = with(RetrySpec.defaults().withRetryAfterOverCap(RetryAfterOverCap.WAIT));
        harness.model.fail(Failures.rateLimited(Duration.ofSeconds(3832))).reply("hello");

        harness.chat("hi");

        assertThat(harness.time.sleeps()).containsExactly(Duration.ofSeconds(10));
    }

    @Test
    void failsAtOnceWhenTheDeadlineComesBeforeTheEndOfTheWait() {
        AgentKitException failure = Failures.rateLimited(Duration.ofSeconds(5));
        harness.model.fail(failure);
        Run run = Run.create(harness.environment(), spec -> spec.deadline(Duration.ofSeconds(4)));

        assertThatThrownBy(() -> harness.chatHandler().call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withRun(run)))
                .isSameAs(failure);
        assertThat(harness.time.sleeps()).isEmpty();
        assertThat(harness.events.of(RetryExhausted.class))
                .extracting(RetryExhausted::reason)
                .containsExactly(RetryExhausted.Reason.DEADLINE);
    }

    @Test
    void doesNotWaitWithoutABase() {
        harness = with(RetrySpec.defaults().withBackoff(new Backoff(Duration.ZERO, null, null)));
        harness.model.fail(Failures.of(TIMEOUT)).reply("hello");

        harness.chat("hi");

        assertThat(harness.time.sleeps()).allMatch(Duration::isZero);
    }

    private static ChainHarness with(RetrySpec spec) {
        ChainHarness made = ChainHarness.create();
        return made.add("retry", spec.chatMiddleware(made.resources()));
    }
}

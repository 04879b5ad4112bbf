package io.agentkit.resilience;

import static io.agentkit.ErrorKind.BUDGET_EXCEEDED;
import static io.agentkit.ErrorKind.INVALID_REQUEST;
import static io.agentkit.ErrorKind.RATE_LIMITED;
import static io.agentkit.ErrorKind.TIMEOUT;
import static io.agentkit.ErrorKind.UNAVAILABLE;
import static io.agentkit.ErrorKind.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.agentkit.AgentKitException;
import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.ErrorKind;
import io.agentkit.Next;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.spec.Resources;
import io.agentkit.test.ChainHarness;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChatRetryTests {

    private ChainHarness harness = with(RetrySpec.defaults());

    @Test // TC-050, TC-260, TC-311
    void succeedsOnTheThirdOfThreeAttempts() {
        harness.model.fail(Failures.of(TIMEOUT)).fail(Failures.of(TIMEOUT)).reply("hello");

        assertThat(harness.chat("hi").text()).isEqualTo("hello");
        assertThat(harness.model.calls()).isEqualTo(3);
        assertThat(harness.time.sleeps()).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
    }

    @Test // TC-051
    void tellsOfTheAttemptThatIsAboutToRun() {
        AgentKitException failure = Failures.of(TIMEOUT);
        harness.model.fail(failure).reply("hello");

        harness.chat("hi");

        assertThat(harness.events.of(RetryScheduled.class))
                .containsExactly(new RetryScheduled("1", 2, failure.failure(), Duration.ofMillis(100)));
    }

    @Test // TC-052
    void tellsOfEachRetry() {
        harness.model.fail(Failures.of(TIMEOUT)).fail(Failures.of(UNAVAILABLE)).reply("hello");

        harness.chat("hi");

        assertThat(harness.events.of(RetryScheduled.class))
                .extracting(RetryScheduled::attempt)
                .containsExactly(2, 3);
    }

    @ParameterizedTest // TC-054, TC-058, RE-10
    @EnumSource(
            names = {"INVALID_REQUEST", "UNAUTHORIZED", "QUOTA_EXHAUSTED", "CONTEXT_LENGTH", "BUDGET_EXCEEDED", "CONFIG"
            })
    void doesNotRetryWhatIsPermanent(ErrorKind kind) {
        AgentKitException failure = Failures.of(kind);
        harness.model.fail(failure);

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(failure).hasNoSuppressedExceptions();
        assertThat(harness.model.calls()).isEqualTo(1);
        assertThat(harness.time.sleeps()).isEmpty();
        assertThat(harness.events.of(RetryExhausted.class)).isEmpty();
    }

    @Test // TC-055, TC-310
    void countsOneAttemptWhenTheFirstSucceeds() {
        AtomicInteger attempts = new AtomicInteger();
        harness =
                ChainHarness.create().add("outer", readingAttempts(attempts)).add("retry", retry(RetrySpec.defaults()));
        harness.model.reply("hello");

        harness.chat("hi");

        assertThat(attempts).hasValue(1);
        assertThat(harness.time.sleeps()).isEmpty();
    }

    @Test // TC-056
    void showsTheAttemptsToOuterMiddlewares() {
        AtomicInteger attempts = new AtomicInteger();
        harness =
                ChainHarness.create().add("outer", readingAttempts(attempts)).add("retry", retry(RetrySpec.defaults()));
        harness.model.fail(Failures.of(TIMEOUT)).fail(Failures.of(TIMEOUT)).reply("hello");

        harness.chat("hi");

        assertThat(attempts).hasValue(3);
    }

    @Test // TC-058
    void waitsBetweenAttemptsAndNotAfterTheLast() {
        harness.model.fail(Failures.of(TIMEOUT)).fail(Failures.of(TIMEOUT)).fail(Failures.of(TIMEOUT));

        assertThatThrownBy(() -> harness.chat("hi"));

        assertThat(harness.time.sleeps()).hasSize(2).allMatch(wait -> wait.toNanos() > 0);
    }

    @Test // TC-261, TC-312, RE-08
    void throwsTheLastFailureWithTheEarlierOnesAndTheirNumberSuppressed() {
        AgentKitException first = Failures.of(TIMEOUT);
        AgentKitException second = Failures.of(UNAVAILABLE);
        AgentKitException third = Failures.of(RATE_LIMITED);
        harness.model.fail(first).fail(second).fail(third);

        Throwable thrown = catchThrowable(() -> harness.chat("hi"));

        assertThat(thrown).isSameAs(third);
        assertThat(thrown.getSuppressed()).hasSize(3).startsWith(first, second);
        assertThat(thrown.getSuppressed()[2]).hasMessage("Gave up after 3 attempts");
        assertThat(harness.events.of(RetryExhausted.class))
                .containsExactly(new RetryExhausted("1", 3, third.failure(), RetryExhausted.Reason.ATTEMPTS));
    }

    @Test // TC-266
    void retriesAStatusOf503() {
        harness.model
                .fail(Failures.status(UNAVAILABLE, 503))
                .fail(Failures.status(UNAVAILABLE, 503))
                .reply("hello");

        harness.chat("hi");

        assertThat(harness.model.calls()).isEqualTo(3);
    }

    @Test // TC-267, RE-09
    void oneAttemptMeansNoRetry() {
        harness = with(RetrySpec.defaults().withMaxAttempts(1));
        AgentKitException failure = Failures.of(TIMEOUT);
        harness.model.fail(failure);

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(failure).hasNoSuppressedExceptions();
        assertThat(harness.model.calls()).isEqualTo(1);
    }

    @Test
    void retriesWhatNobodyKnows() {
        harness.model.fail(Failures.of(UNKNOWN)).reply("hello");

        assertThat(harness.chat("hi").text()).isEqualTo("hello");
    }

    @Test // TC-265
    void asksTheApplicationsPredicate() {
        harness = with(
                RetrySpec.defaults().withRetryIf("onlyServer"),
                error -> error.getMessage().equals("again"));
        RuntimeException failure = new IllegalStateException("never");
        harness.model.fail(new AgentKitException(INVALID_REQUEST, "again")).fail(failure);

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(failure);
        assertThat(harness.model.calls()).isEqualTo(2);
    }

    @Test
    void throwsTheProvidersFailureWhenThePredicateFails() {
        RuntimeException broken = new IllegalStateException("predicate");
        harness = with(RetrySpec.defaults().withRetryIf("broken"), error -> {
            throw broken;
        });
        AgentKitException failure = Failures.of(TIMEOUT);
        harness.model.fail(failure);

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(failure).hasSuppressedException(broken);
    }

    @Test
    void throwsTheProvidersFailureWhenTheClassifierFails() {
        harness.environment(harness.environment().withErrors(error -> {
            throw new IllegalStateException("classifier");
        }));
        AgentKitException failure = Failures.of(TIMEOUT);
        harness.model.always(attempt -> {
            throw failure;
        });

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(failure);
        assertThat(harness.model.calls()).isEqualTo(3);
    }

    @Test
    void throwsWhatIsNoExceptionAtOnce() {
        Error error = new NoClassDefFoundError("x");
        harness.model.run(attempt -> {
            throw error;
        });

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(error);
        assertThat(harness.model.calls()).isEqualTo(1);
    }

    @Test
    void throwsAnErrorOfALaterAttemptAtOnceWithTheEarlierFailure() {
        AgentKitException failure = Failures.of(TIMEOUT);
        Error error = new NoClassDefFoundError("x");
        harness.model.fail(failure).run(attempt -> {
            throw error;
        });

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(error).hasSuppressedException(failure);
        assertThat(harness.model.calls()).isEqualTo(2);
    }

    @Test
    void retriesCheckedExceptionsAndThrowsThemAsTheyCame() {
        IOException checked = new IOException("reset");
        harness.model.always(attempt -> Failures.sneaky(checked));

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(checked);
        assertThat(harness.model.calls()).isEqualTo(3);
    }

    @Test
    void doesNotSuppressAnExceptionInItselfNorGrowItWithoutEnd() {
        AgentKitException always = Failures.of(TIMEOUT);
        harness.model.always(attempt -> {
            throw always;
        });

        for (int i = 0; i < 50; i++) {
            assertThatThrownBy(() -> harness.chat("hi")).isSameAs(always);
        }

        assertThat(always.getSuppressed()).doesNotContain(always).hasSizeLessThanOrEqualTo(16);
    }

    @Test // TC-314
    void entersOuterMiddlewaresOnceForAllAttempts() {
        AtomicInteger entered = new AtomicInteger();
        harness = ChainHarness.create()
                .add("outer", (call, next) -> {
                    entered.incrementAndGet();
                    return next.call(call);
                })
                .add("retry", retry(RetrySpec.defaults()));
        harness.model.fail(Failures.of(TIMEOUT)).fail(Failures.of(TIMEOUT)).reply("hello");

        harness.chat("hi");

        assertThat(entered).hasValue(1);
        assertThat(harness.model.calls()).isEqualTo(3);
    }

    @Test
    void doesNotRetryABudgetRefusalThatFollowsAFailure() {
        AgentKitException refusal = Failures.of(BUDGET_EXCEEDED);
        AgentKitException failure = Failures.of(TIMEOUT);
        harness.model.fail(failure).fail(refusal);

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(refusal).hasSuppressedException(failure);
    }

    @Test
    void passesTheSameCallToEachAttempt() {
        harness.model.fail(Failures.of(TIMEOUT)).reply("hello");

        harness.chat("hi");

        List<ChatRequest> sent = harness.model.requests();
        assertThat(sent.get(1)).isSameAs(sent.get(0));
    }

    private static ChainHarness with(RetrySpec spec) {
        ChainHarness made = ChainHarness.create();
        return made.add("retry", spec.chatMiddleware(made.resources()));
    }

    private static ChainHarness with(RetrySpec spec, Predicate<Throwable> predicate) {
        ChainHarness made = ChainHarness.create();
        Resources resources = Resources.of(made.environment(), Map.of(String.valueOf(spec.retryIf()), predicate));
        return made.add("retry", spec.chatMiddleware(resources));
    }

    private static ChatMiddleware retry(RetrySpec spec) {
        return spec.chatMiddleware(Resources.of(ChainHarness.create().environment()));
    }

    private static ChatMiddleware readingAttempts(AtomicInteger attempts) {
        return new ChatMiddleware() {
            @Override
            public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
                ChatReply reply = next.call(call);
                attempts.set(call.meta().attempts());
                return reply;
            }
        };
    }
}

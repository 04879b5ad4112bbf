package io.agentkit.resilience;

import static io.agentkit.ErrorKind.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.agentkit.AgentKitException;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.Run;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryCancellationTests {

    private final Cancellation cancellation = Cancellation.create();
    private final ChainHarness harness = ChainHarness.create();

    RetryCancellationTests() {
        harness.add("retry", RetrySpec.defaults().chatMiddleware(harness.resources()));
    }

    @Test // TC-263
    void stopsWhenTheCallIsCancelledDuringTheFirstAttempt() {
        AgentKitException failure = Failures.of(TIMEOUT);
        harness.model.run(attempt -> {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw failure;
        });

        assertThatThrownBy(this::call).isInstanceOf(CancelledException.class).hasCause(failure);
        assertThat(harness.model.calls()).isEqualTo(1);
        assertThat(harness.events.of(RetryScheduled.class)).isEmpty();
    }

    @Test
    void stopsWhenTheCallIsCancelledDuringTheWait() {
        AgentKitException failure = Failures.of(TIMEOUT);
        harness.model.fail(failure);
        harness.time.whileSleeping(() -> cancellation.cancel(Cancellation.Reason.CONSUMER));

        assertThatThrownBy(this::call)
                .asInstanceOf(type(CancelledException.class))
                .returns(Cancellation.Reason.CONSUMER, CancelledException::reason)
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).containsExactly(failure));
        assertThat(harness.model.calls()).isEqualTo(1);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void keepsTheLastFailureWhenTheCallIsCancelledDuringALaterAttempt() {
        AgentKitException failure = Failures.of(TIMEOUT);
        harness.model.fail(failure).run(attempt -> {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw Failures.of(TIMEOUT);
        });

        assertThatThrownBy(this::call).isInstanceOf(CancelledException.class).hasSuppressedException(failure);
    }

    @Test
    void cancelsWhatAMiddlewareInsideTurnedIntoAnotherFailure() {
        AgentKitException turned = Failures.of(TIMEOUT);
        harness.add("inside", (call, next) -> {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw turned;
        });

        assertThatThrownBy(this::call).isInstanceOf(CancelledException.class).hasSuppressedException(turned);
    }

    @Test
    void stopsWhenTheThreadIsInterruptedDuringTheWait() {
        AgentKitException failure = Failures.of(TIMEOUT);
        harness.model.fail(failure);
        harness.time.whileSleeping(() -> Thread.currentThread().interrupt());

        assertThatThrownBy(() -> harness.chat("hi"))
                .asInstanceOf(type(CancelledException.class))
                .returns(Cancellation.Reason.INTERRUPTED, CancelledException::reason)
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).containsExactly(failure));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void stopsWhenTheDeadlinePasses() {
        Run run = Run.create(harness.environment(), spec -> spec.deadline(Duration.ofMillis(150)));
        harness.model.fail(Failures.of(TIMEOUT)).fail(Failures.of(TIMEOUT));

        assertThatThrownBy(() -> harness.chatHandler().call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withRun(run)))
                .isInstanceOf(AgentKitException.class);
        assertThat(harness.model.calls()).isEqualTo(2);
        assertThat(harness.time.sleeps()).containsExactly(Duration.ofMillis(100));
    }

    @Test
    void callsNothingWhenTheCallIsOverBeforeItBegins() {
        cancellation.cancel(Cancellation.Reason.CONSUMER);

        assertThatThrownBy(this::call).isInstanceOf(CancelledException.class);
        assertThat(harness.model.calls()).isZero();
    }

    private void call() {
        harness.chatHandler().call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withCancellation(cancellation));
    }
}

package io.agentkit.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.agentkit.Attempt;
import io.agentkit.CallKind;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ErrorClass;
import io.agentkit.ErrorKind;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.ScriptedModel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChatTimeoutTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ChainHarness harness = ChainHarness.create();

    private final ChatRequest request =
            ChatRequest.user("hi").mutate().model("gpt-x").build();

    @AfterEach
    void leavesNothingBehind() {
        assertThat(Thread.interrupted()).isFalse();
        assertThat(harness.time.pendingTimers()).isZero();
    }

    @Test // TC-320
    void returnsWhatIsInTime() {
        limited();
        harness.model.run(attempt -> answerAfter(LIMIT.minusNanos(1)));

        assertThat(ask().text()).isEqualTo("hello");
        assertThat(harness.events.names()).doesNotContain("timeout.passed");
    }

    @Test // TC-321
    void endsWhatTakesTooLong() {
        limited();
        harness.model.run(attempt -> answerAfter(LIMIT));

        CallTimeoutException timeout = catchThrowableOfType(CallTimeoutException.class, this::ask);

        assertThat(timeout)
                .hasMessage("'gpt-x' ended at a time limit of chain 'chat': 'total' is PT30S")
                .hasCauseInstanceOf(CancelledException.class)
                .returns(TimeLimit.TOTAL, CallTimeoutException::limit)
                .returns(LIMIT, CallTimeoutException::duration)
                .returns("gpt-x", CallTimeoutException::target);
        assertThat(timeout.failure().kind()).isEqualTo(ErrorKind.TIMEOUT);
        assertThat(timeout.failure().errorClass()).isEqualTo(ErrorClass.TRANSIENT);
        assertThat(harness.events.of(TimeLimitPassed.class))
                .containsExactly(new TimeLimitPassed("1", CallKind.CHAT, "chat", "gpt-x", TimeLimit.TOTAL, LIMIT));
    }

    @Test // TI-01
    void cancelsTheRequestAndChargesIt() {
        AtomicReference<Attempt<?>> sent = new AtomicReference<>();
        AtomicReference<Outcome> outcome = new AtomicReference<>();
        limited();
        harness.add(
                "watching",
                (call, next) -> next.call(call.withHook(new RequestHook() {
                    @Override
                    public void after(Attempt<?> attempt, Outcome ended) {
                        outcome.set(ended);
                    }
                })));
        harness.model.run(attempt -> {
            sent.set(attempt);
            return answerAfter(LIMIT);
        });

        assertThatThrownBy(this::ask).isInstanceOf(CallTimeoutException.class);

        assertThat(sent.get().cancellation().reason()).isEqualTo(Cancellation.Reason.TIMEOUT);
        assertThat(outcome.get().status()).isEqualTo(Outcome.Status.CANCELLED);
        assertThat(outcome.get().usage().estimated()).isTrue();
        assertThat(outcome.get().usage().input()).isPositive();
    }

    @Test
    void doesNotTurnAProvidersFailureIntoItsOwn() {
        RuntimeException failure = new IllegalStateException("no");
        limited();
        harness.model.fail(failure);

        assertThatThrownBy(this::ask).isSameAs(failure);
    }

    @Test
    void returnsAnAnswerThatIsWholeInSpiteOfTheLimit() {
        limited();
        harness.model.run(attempt -> {
            Stall.blockDeaf(harness, LIMIT.plusMillis(5));
            return ChatReply.of("late", ScriptedModel.usage());
        });

        assertThat(ask().text()).isEqualTo("late");
    }

    @Test // TI-01
    void tellsOfWhatPaysNoAttention() {
        limited();
        harness.model.run(attempt -> {
            Stall.blockDeaf(harness, LIMIT.plusSeconds(1));
            throw new IllegalStateException("closed");
        });

        assertThatThrownBy(this::ask).isInstanceOf(CallTimeoutException.class);

        assertThat(harness.events.of(TimeLimitIgnored.class))
                .containsExactly(new TimeLimitIgnored("1", CallKind.CHAT, "chat", "gpt-x", TimeLimit.TOTAL, LIMIT));
    }

    @Test
    void sendsNothingAfterTheLimit() {
        limited();
        harness.add("slow", (call, next) -> {
            harness.time.advance(LIMIT);
            return next.call(call);
        });

        assertThatThrownBy(this::ask).isInstanceOf(CallTimeoutException.class);
        assertThat(harness.model.calls()).isZero();
    }

    @Test
    void endsAWaitForARateLimit() {
        limited();
        harness.add(
                "waiting",
                (call, next) -> next.call(call.withHook(new RequestHook() {
                    @Override
                    public void await(Attempt<?> attempt) {
                        attempt.call().pause(Duration.ofHours(1));
                    }
                })));

        assertThatThrownBy(this::ask).isInstanceOf(CallTimeoutException.class);
        assertThat(harness.model.calls()).isZero();
    }

    @Test
    void leavesTheConsumersCancellationAsItIs() {
        Cancellation cancellation = Cancellation.create();
        limited();
        harness.model.run(attempt -> {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            return answerAfter(LIMIT);
        });

        assertThatThrownBy(
                        () -> harness.chatHandler().call(request, CallSettings.DEFAULTS.withCancellation(cancellation)))
                .asInstanceOf(type(CancelledException.class))
                .returns(Cancellation.Reason.CONSUMER, CancelledException::reason);
    }

    @Test
    void leavesTheRunsDeadlineAsItIs() {
        Run run = Run.create(harness.environment(), spec -> spec.deadline(Duration.ofSeconds(10)));
        limited();
        harness.model.run(attempt -> answerAfter(LIMIT));

        assertThatThrownBy(() -> harness.chatHandler().call(request, CallSettings.DEFAULTS.withRun(run)))
                .asInstanceOf(type(CancelledException.class))
                .returns(Cancellation.Reason.DEADLINE, CancelledException::reason);
    }

    @Test
    void saysOfNestedLimitsWhichOnePassed() {
        harness.add("outer", TimeoutSpec.ofTotal(Duration.ofSeconds(5)).chatMiddleware(harness.resources()));
        limited();
        harness.model.run(attempt -> answerAfter(LIMIT));

        assertThatThrownBy(this::ask)
                .asInstanceOf(type(CallTimeoutException.class))
                .returns(Duration.ofSeconds(5), CallTimeoutException::duration);
    }

    @Test // TC-264
    void isWorthAnotherTryOutside() {
        harness.add("retry", RetrySpec.defaults().chatMiddleware(harness.resources()));
        limited();
        harness.model.run(attempt -> answerAfter(LIMIT)).reply("second");

        assertThat(ask().text()).isEqualTo("second");
        assertThat(harness.model.calls()).isEqualTo(2);
    }

    @Test
    void limitsAllAttemptsOfARetryInside() {
        limited();
        harness.add("retry", RetrySpec.defaults().chatMiddleware(harness.resources()));
        harness.model
                .run(attempt -> {
                    Stall.block(harness, LIMIT.minusMillis(50));
                    throw Failures.of(ErrorKind.UNAVAILABLE);
                })
                .reply("never");

        assertThatThrownBy(this::ask)
                .isInstanceOf(CallTimeoutException.class)
                .cause()
                .isInstanceOf(CancelledException.class)
                .satisfies(cancelled -> assertThat(cancelled.getSuppressed()).hasSize(1));
        assertThat(harness.model.calls()).isEqualTo(1);
    }

    private void limited() {
        harness.add("timeout", TimeoutSpec.ofTotal(LIMIT).chatMiddleware(harness.resources()));
    }

    private ChatReply ask() {
        return harness.chatHandler().call(request);
    }

    private ChatReply answerAfter(Duration duration) {
        Stall.block(harness, duration);
        return ChatReply.of("hello", ScriptedModel.usage());
    }
}

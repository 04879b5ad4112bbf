package io.agentkit.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.agentkit.Attempt;
import io.agentkit.CallSettings;
import io.agentkit.Demand;
import io.agentkit.ErrorKind;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.StreamConsumer;
import io.agentkit.StreamMode;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import io.agentkit.test.ScriptedModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TimeoutStreamTests {

    private static final Duration FIRST = Duration.ofSeconds(20);
    private static final Duration IDLE = Duration.ofSeconds(10);

    private final ChainHarness harness = ChainHarness.create();
    private final RecordedStream consumer = new RecordedStream();

    @AfterEach
    void leavesNothingBehind() {
        assertThat(Thread.interrupted()).isFalse();
        assertThat(harness.time.pendingTimers()).isZero();
    }

    @Test
    void waitsForTheFirstToken() {
        limited(FIRST, null);
        harness.model.run(attempt -> {
            Stall.block(harness, FIRST.minusNanos(1));
            attempt.delta(Delta.text("hello"));
            Stall.block(harness, FIRST);
            return finished(attempt);
        });

        assertThat(harness.stream("hi", consumer).text()).isEqualTo("hello");
    }

    @Test
    void endsAStreamWhoseFirstTokenIsLate() {
        limited(FIRST, IDLE);
        harness.model.run(attempt -> {
            attempt.delta(Delta.text(""));
            Stall.block(harness, FIRST);
            return finished(attempt);
        });

        assertThatThrownBy(() -> harness.stream("hi", consumer))
                .asInstanceOf(type(CallTimeoutException.class))
                .returns(TimeLimit.FIRST_TOKEN, CallTimeoutException::limit);
    }

    @Test
    void doesNotCountAPauseBeforeTheFirstTokenAsIdle() {
        limited(null, IDLE);
        harness.model.run(attempt -> {
            attempt.delta(Delta.text(""));
            Stall.block(harness, IDLE.multipliedBy(5));
            attempt.delta(Delta.text("hello"));
            return finished(attempt);
        });

        assertThat(harness.stream("hi", consumer).text()).isEqualTo("hello");
    }

    @Test // TI-02
    void letsALongStreamGoOnAsLongAsItIsNotIdle() {
        limited(FIRST, IDLE);
        harness.model.run(attempt -> {
            for (int i = 0; i < 100; i++) {
                attempt.delta(Delta.text("x"));
                Stall.block(harness, IDLE.minusNanos(1));
            }
            return finished(attempt);
        });

        assertThat(harness.stream("hi", consumer).text()).hasSize(100);
    }

    @Test // TI-02
    void endsAStreamThatIsIdleMeasuredFromItsLastPart() {
        limited(null, IDLE);
        harness.model.run(attempt -> {
            attempt.delta(Delta.text("one "));
            Stall.block(harness, IDLE.minusSeconds(1));
            attempt.delta(Delta.text("two"));
            Stall.block(harness, IDLE.minusSeconds(1));
            assertThat(attempt.cancellation().isCancelled()).isFalse();
            Stall.block(harness, Duration.ofSeconds(1));
            return finished(attempt);
        });

        assertThatThrownBy(() -> harness.stream("hi", consumer))
                .asInstanceOf(type(CallTimeoutException.class))
                .returns(TimeLimit.IDLE, CallTimeoutException::limit);
        assertThat(consumer.text()).isEqualTo("one two");
    }

    @Test
    void chargesWhatHadArrived() {
        AtomicReference<Outcome> outcome = new AtomicReference<>();
        limited(null, IDLE);
        harness.add(
                "watching",
                (call, next) -> next.call(call.withHook(new RequestHook() {
                    @Override
                    public void after(Attempt<?> attempt, Outcome ended) {
                        outcome.set(ended);
                    }
                })));
        harness.model.run(attempt -> {
            attempt.delta(Delta.text("some text that arrived"));
            Stall.block(harness, IDLE);
            return finished(attempt);
        });

        assertThatThrownBy(() -> harness.stream("hi", consumer)).isInstanceOf(CallTimeoutException.class);

        assertThat(outcome.get().usage().estimated()).isTrue();
        assertThat(outcome.get().usage().output()).isPositive();
    }

    @Test
    void doesNotCountTheTimeThatTheConsumerTakes() {
        limited(null, IDLE);
        StreamConsumer slow = delta -> harness.time.advance(IDLE.multipliedBy(3));
        harness.model.run(attempt -> {
            attempt.delta(Delta.text("one "));
            attempt.delta(Delta.text("two"));
            return finished(attempt);
        });

        ChatReply reply = harness.chatHandler()
                .call(ChatRequest.user("hi"), CallSettings.DEFAULTS.streamingTo(slow, StreamMode.COMMIT));

        assertThat(reply.text()).isEqualTo("one two");
    }

    @Test
    void doesNotCountTheTimeInWhichTheConsumerWantsNothing() {
        limited(null, IDLE);
        List<Demand> asked = new ArrayList<>();
        StreamConsumer onDemand = new StreamConsumer() {
            @Override
            public void delta(Delta delta) {}

            @Override
            public boolean isUnbounded() {
                return false;
            }

            @Override
            public void upstream(Demand demand) {
                asked.add(demand);
            }
        };
        harness.model.run(attempt -> {
            attempt.upstream(count -> {});
            attempt.delta(Delta.text("one "));
            Stall.block(harness, IDLE.multipliedBy(3));
            assertThat(attempt.cancellation().isCancelled()).isFalse();
            asked.get(0).request(1);
            Stall.block(harness, IDLE);
            return finished(attempt);
        });

        assertThatThrownBy(() -> harness.chatHandler()
                        .call(ChatRequest.user("hi"), CallSettings.DEFAULTS.streamingTo(onDemand, StreamMode.COMMIT)))
                .asInstanceOf(type(CallTimeoutException.class))
                .returns(TimeLimit.IDLE, CallTimeoutException::limit);
    }

    @Test
    void doesNotCountAWaitForARateLimit() {
        limited(FIRST, IDLE);
        harness.add(
                "waiting",
                (call, next) -> next.call(call.withHook(new RequestHook() {
                    @Override
                    public void await(Attempt<?> attempt) {
                        attempt.call().pause(FIRST.multipliedBy(3));
                    }
                })));
        harness.model.stream("hello");

        assertThat(harness.stream("hi", consumer).text()).isEqualTo("hello");
    }

    @Test
    void startsAnewWithEachRequestOfARetryInside() {
        limited(FIRST, IDLE);
        harness.add("retry", RetrySpec.defaults().chatMiddleware(harness.resources()));
        harness.model
                .run(attempt -> {
                    Stall.block(harness, FIRST.minusSeconds(1));
                    throw Failures.of(ErrorKind.UNAVAILABLE);
                })
                .run(attempt -> {
                    Stall.block(harness, FIRST.minusSeconds(1));
                    attempt.delta(Delta.text("hello"));
                    return finished(attempt);
                });

        assertThat(harness.stream("hi", consumer).text()).isEqualTo("hello");
    }

    @Test
    void isRetriedOutsideWhileNothingWasShown() {
        harness.add("retry", RetrySpec.defaults().chatMiddleware(harness.resources()));
        limited(FIRST, IDLE);
        harness
                .model
                .run(attempt -> {
                    Stall.block(harness, FIRST);
                    return finished(attempt);
                })
                .stream("hello");

        assertThat(harness.stream("hi", consumer).text()).isEqualTo("hello");
        assertThat(consumer.text()).isEqualTo("hello");
    }

    @Test
    void isNotRetriedOnceAPartWasShown() {
        harness.add("retry", RetrySpec.defaults().chatMiddleware(harness.resources()));
        limited(FIRST, IDLE);
        harness.model.run(attempt -> {
            attempt.delta(Delta.text("shown"));
            Stall.block(harness, IDLE);
            return finished(attempt);
        });

        assertThatThrownBy(() -> harness.stream("hi", consumer)).isInstanceOf(CallTimeoutException.class);
        assertThat(harness.model.calls()).isEqualTo(1);
    }

    @Test
    void startsAnewForAConsumerThatCanForgetWhatItSaw() {
        harness.add("retry", RetrySpec.defaults().chatMiddleware(harness.resources()));
        limited(FIRST, IDLE);
        harness
                .model
                .run(attempt -> {
                    attempt.delta(Delta.text("half"));
                    Stall.block(harness, IDLE);
                    return finished(attempt);
                })
                .stream("whole");

        harness.stream("hi", consumer, StreamMode.RESTART);

        assertThat(consumer.shown()).containsExactly("half", RecordedStream.RESTARTED, "whole");
    }

    @Test
    void watchesForSeveralLimitsAtATime() {
        limited(null, IDLE.multipliedBy(2));
        limited(null, IDLE);
        harness.model.run(attempt -> {
            attempt.delta(Delta.text("one"));
            Stall.block(harness, IDLE);
            return finished(attempt);
        });

        assertThatThrownBy(() -> harness.stream("hi", consumer))
                .asInstanceOf(type(CallTimeoutException.class))
                .returns(IDLE, CallTimeoutException::duration);
    }

    @Test
    void limitsNoRequestThatDoesNotStream() {
        limited(FIRST, IDLE);
        harness.model.run(attempt -> {
            Stall.block(harness, FIRST.multipliedBy(2));
            return ChatReply.of("hello", ScriptedModel.usage());
        });

        assertThat(harness.chat("hi").text()).isEqualTo("hello");
    }

    private void limited(Duration first, Duration idle) {
        harness.add("timeout", new TimeoutSpec(null, first, idle, null).chatMiddleware(harness.resources()));
    }

    private static ChatReply finished(Attempt<ChatRequest> attempt) {
        attempt.delta(Delta.finish(FinishReason.STOP));
        return attempt.assembled().usage(ScriptedModel.usage()).build();
    }
}

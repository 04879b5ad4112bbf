package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallCancellationTests {

    private final Cancellation cancellation = Cancellation.create();
    private final AtomicReference<Outcome> outcome = new AtomicReference<>();
    private final ChainHarness harness = ChainHarness.of(RequestHookTests.watching(outcome));

    @AfterEach
    void leavesNoInterruptBehind() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void sendsNothingAfterACancellation() {
        cancellation.cancel(Cancellation.Reason.CONSUMER);

        assertThatExceptionOfType(CancelledException.class)
                .isThrownBy(this::call)
                .withMessage("The call was cancelled: the consumer went away");
        assertThat(harness.model.calls()).isZero();
        assertThat(outcome).hasNullValue();
    }

    @Test
    void interruptsARequestThatIsUnderWay() {
        harness.model.run(attempt -> {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw parkUntilInterrupted();
        });

        assertThatExceptionOfType(CancelledException.class)
                .isThrownBy(this::call)
                .extracting(CancelledException::reason)
                .isEqualTo(Cancellation.Reason.CONSUMER);
        assertThat(outcome.get().status()).isEqualTo(Outcome.Status.CANCELLED);
    }

    @Test
    void estimatesAPromptThatWasSentAndNotAnswered() {
        harness.model.run(attempt -> {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new IllegalStateException("closed");
        });

        assertThatThrownBy(this::call).hasCauseInstanceOf(IllegalStateException.class);
        Usage usage = outcome.get().usage();
        assertThat(usage.estimated()).isTrue();
        assertThat(usage.input()).isPositive();
        assertThat(usage.output()).isZero();
    }

    @Test
    void chargesATimeoutWithItsPromptAndAnErrorOfTheProviderWithNothing() {
        harness.model
                .fail(new AgentKitException(ErrorKind.TIMEOUT, "too slow"))
                .fail(new AgentKitException(ErrorKind.RATE_LIMITED, "wait"));

        assertThatThrownBy(this::call).isInstanceOf(AgentKitException.class);
        assertThat(outcome.get().usage().estimated()).isTrue();
        assertThatThrownBy(this::call).isInstanceOf(AgentKitException.class);
        assertThat(outcome.get().usage()).isNull();
        assertThat(outcome.get().isCounted()).isFalse();
    }

    @Test
    void chargesWhatArrivedOfAStreamThatBroke() {
        harness.model.streamThenFail(new AgentKitException(ErrorKind.STREAM_PROTOCOL, "cut"), "some text that arrived");

        assertThatThrownBy(() -> harness.stream("hi", new RecordedStream())).isInstanceOf(AgentKitException.class);
        assertThat(outcome.get().status()).isEqualTo(Outcome.Status.FAILED);
        assertThat(outcome.get().usage().estimated()).isTrue();
        assertThat(outcome.get().usage().output()).isPositive();
    }

    @Test
    void takesTheProvidersCountOverAnEstimateWhenAStreamBreaks() {
        harness.model.run(attempt -> {
            attempt.delta(Delta.text("some"));
            attempt.delta(Delta.usage(Usage.of(7, 3)));
            throw new AgentKitException(ErrorKind.STREAM_PROTOCOL, "cut");
        });

        assertThatThrownBy(() -> harness.stream("hi", new RecordedStream())).isInstanceOf(AgentKitException.class);
        assertThat(outcome.get().usage()).isEqualTo(Usage.of(7, 3));
    }

    @Test
    void estimatesAnAnswerThatNamesNoUsageAndTakesAZeroForAFact() {
        harness.model.reply(ChatReply.of("four words of text")).reply(ChatReply.of("free", Usage.NONE));

        assertThat(call().usage().estimated()).isTrue();
        assertThat(outcome.get().isExact()).isFalse();
        assertThat(call().usage()).isEqualTo(Usage.NONE);
        assertThat(outcome.get().usage().estimated()).isFalse();
    }

    @Test
    void stopsTheUpstreamAndSettlesWhenTheConsumerWalksAwayAfterOneDelta() {
        RecordedStream seen = new RecordedStream();
        AtomicBoolean upstreamStopped = new AtomicBoolean();
        harness.model.run(attempt -> {
            attempt.cancellation().onCancel(() -> upstreamStopped.set(true));
            for (int i = 0; i < 3; i++) {
                attempt.delta(Delta.text("piece " + i));
            }
            return attempt.assembled().build();
        });
        StreamConsumer leaving = delta -> {
            seen.delta(delta);
            cancellation.cancel(Cancellation.Reason.CONSUMER);
        };

        assertThatExceptionOfType(CancelledException.class).isThrownBy(() -> stream(leaving));
        assertThat(seen.shown()).containsExactly("piece 0");
        assertThat(upstreamStopped).isTrue();
        assertThat(outcome.get().status()).isEqualTo(Outcome.Status.CANCELLED);
        assertThat(outcome.get().usage().output()).as("of all that arrived").isGreaterThan(8);
    }

    @Test
    void showsNoReplyToAConsumerThatLeft() {
        RecordedStream seen = new RecordedStream();
        harness.model.run(attempt -> {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            return ChatReply.of("nobody reads this");
        });

        stream(seen);

        assertThat(seen.deltas()).isEmpty();
    }

    @Test
    void cancelsFromAnotherThreadInsideADelta() {
        harness.model.run(attempt -> {
            Thread upstream = new Thread(() -> attempt.delta(Delta.text("x")));
            upstream.start();
            RuntimeException failure = parkUntilInterrupted();
            assertThat(failure).isInstanceOf(IllegalStateException.class);
            throw failure;
        });

        assertThatExceptionOfType(CancelledException.class)
                .isThrownBy(() -> stream(delta -> cancellation.cancel(Cancellation.Reason.CONSUMER)));
    }

    @Test
    void cancelsWhenTheDeadlinePassesInsideARequest() {
        harness.model.run(attempt -> {
            harness.time.advance(Duration.ofSeconds(5));
            throw parkUntilInterrupted();
        });

        try (Run run = Run.open(harness.environment(), spec -> spec.deadline(Duration.ofSeconds(5)))) {
            assertThatExceptionOfType(CancelledException.class)
                    .isThrownBy(() -> harness.chat("hi"))
                    .extracting(CancelledException::kind)
                    .isEqualTo(ErrorKind.TIMEOUT);
            assertThat(run.spend().usage().estimated()).isTrue();
        }
        assertThat(harness.time.pendingTimers()).isZero();
    }

    @Test // TC-453
    void sendsNothingAfterTheDeadline() {
        try (Run run = Run.open(harness.environment(), spec -> spec.deadline(Duration.ofSeconds(5)))) {
            harness.time.advance(Duration.ofSeconds(6));

            assertThatExceptionOfType(CancelledException.class).isThrownBy(() -> harness.chat("hi"));
            assertThat(run.remaining(harness.time)).isZero();
        }
        assertThat(harness.model.calls()).isZero();
        assertThat(harness.time.pendingTimers()).isZero();
    }

    @Test
    void takesADeadlineThatNobodyLivesToSee() {
        harness.model.reply("ok");
        try (Run run = Run.open(harness.environment(), spec -> spec.deadline(Duration.ofSeconds(Long.MAX_VALUE)))) {
            assertThat(harness.chat("hi").text()).isEqualTo("ok");
        }
    }

    @Test
    void wakesAPauseThatIsCancelled() {
        ChainHarness pausing = ChainHarness.of((call, next) -> {
            call.pause(Duration.ofMinutes(1));
            return next.call(call);
        });
        pausing.time.whileSleeping(() -> cancellation.cancel(Cancellation.Reason.CONSUMER));

        assertThatExceptionOfType(CancelledException.class)
                .isThrownBy(() -> pausing.chatHandler()
                        .call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withCancellation(cancellation)));
        assertThat(pausing.time.nanoTime()).isZero();
    }

    @Test
    void keepsAnInterruptOfSomebodyElseInAPause() {
        ChainHarness pausing = ChainHarness.of((call, next) -> {
            call.pause(Duration.ofMinutes(1));
            return next.call(call);
        });
        pausing.time.whileSleeping(() -> Thread.currentThread().interrupt());

        assertThatExceptionOfType(CancelledException.class)
                .isThrownBy(() -> pausing.chat("hi"))
                .extracting(CancelledException::reason)
                .isEqualTo(Cancellation.Reason.INTERRUPTED);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void keepsAnInterruptThatWasThereBeforeTheCancellation() {
        harness.model.run(attempt -> {
            Thread.currentThread().interrupt();
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new IllegalStateException("closed");
        });

        assertThatExceptionOfType(CancelledException.class).isThrownBy(this::call);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void settlesWithoutAnInterruptInTheWayAndGivesItBack() {
        AtomicBoolean interruptedInHook = new AtomicBoolean(true);
        ChainHarness interrupted = ChainHarness.of((call, next) -> next.call(call.withHook(new RequestHook() {
            @Override
            public void after(Attempt<?> attempt, Outcome ended) {
                interruptedInHook.set(Thread.currentThread().isInterrupted());
            }
        })));
        interrupted.model.run(attempt -> {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("closed");
        });

        assertThatThrownBy(() -> interrupted.chat("hi")).isInstanceOf(IllegalStateException.class);
        assertThat(interruptedInHook).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void keepsAToolsResultThatCameInSpiteOfTheCancellation() {
        var tool = Chain.tool("tool").build().around(attempt -> {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            return ToolResult.of("charged");
        });

        ToolResult result = tool.call(
                ToolRequest.of(ToolFacts.unknown("charge"), "{}"),
                CallSettings.DEFAULTS.withCancellation(cancellation));

        assertThat(result.text()).isEqualTo("charged");
    }

    @Test
    void neverWrapsAnError() {
        harness.model.run(attempt -> {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new AssertionError("a bug");
        });

        assertThatExceptionOfType(AssertionError.class).isThrownBy(this::call);
    }

    @Test // TC-247
    void leavesNothingBehindAfterTenThousandCancelledStreams() {
        Cancellation application = Cancellation.create();
        ChainHarness quiet = ChainHarness.create();
        quiet.environment(quiet.environment().withListener(EventListener.NONE));
        quiet.model.always(attempt -> {
            attempt.delta(Delta.text("x"));
            throw new IllegalStateException("closed");
        });
        var handler = quiet.chatHandler();
        int threads = Thread.activeCount();
        try (Run run = Run.open(quiet.environment(), spec -> spec.deadline(Duration.ofHours(1)))) {
            for (int i = 0; i < 10_000; i++) {
                Cancellation one = application.child();
                CallSettings settings = CallSettings.DEFAULTS
                        .withCancellation(one)
                        .streamingTo(delta -> one.cancel(Cancellation.Reason.CONSUMER), StreamMode.COMMIT);
                assertThatThrownBy(() -> handler.call(ChatRequest.user("hi"), settings))
                        .isInstanceOf(CancelledException.class);
            }
            assertThat(run.spend().requests()).isEqualTo(10_000);
        }

        assertThat(application.registrations()).isZero();
        assertThat(quiet.time.pendingTimers()).isZero();
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads);
    }

    private ChatReply call() {
        return harness.chatHandler().call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withCancellation(cancellation));
    }

    private ChatReply stream(StreamConsumer consumer) {
        return harness.chatHandler()
                .call(
                        ChatRequest.user("hi"),
                        CallSettings.DEFAULTS.withCancellation(cancellation).streamingTo(consumer, StreamMode.COMMIT));
    }

    /** As a blocking client does: waits until it is interrupted, and tells. */
    private static RuntimeException parkUntilInterrupted() {
        try {
            new CountDownLatch(1).await();
            throw new AssertionError("the latch never opens");
        } catch (InterruptedException interrupted) {
            return new IllegalStateException("interrupted");
        }
    }
}

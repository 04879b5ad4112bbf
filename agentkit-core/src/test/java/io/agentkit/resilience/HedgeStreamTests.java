package io.agentkit.resilience;

import static io.agentkit.ErrorKind.NETWORK;
import static io.agentkit.resilience.Runners.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.DeltaSink;
import io.agentkit.StreamMode;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HedgeStreamTests {

    private static final Duration DELAY = Duration.ofSeconds(2);

    private final ChainHarness harness = ChainHarness.create();
    private final Runners models = new Runners(harness);
    private final RecordedStream stream = new RecordedStream();
    private final AtomicReference<Cancellation.Reason> lost = new AtomicReference<>();
    private final CountDownLatch isAsked = new CountDownLatch(1);

    @AfterEach
    void leavesNothingBehind() {
        assertThat(Thread.interrupted()).isFalse();
        assertThat(harness.time.pendingTimers()).isZero();
    }

    @Test
    void showsTheStreamOfTheFirstToBeginAndCancelsTheOther() {
        hedge();
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            throw Runners.hang(attempt, lost);
        });
        models.on("backup", attempt -> streamed(attempt, "back", "up"));

        assertThat(stream(StreamMode.COMMIT).text()).isEqualTo("backup");
        assertThat(stream.shown()).containsExactly("back", "up");
        assertThat(lost).hasValue(Cancellation.Reason.LOST);
    }

    @Test
    void isDecidedByTheFirstDeltaAlthoughTheOtherEndsSooner() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        hedge();
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(isAsked);
            attempt.delta(Delta.text("fi"));
            begun.countDown();
            Runners.await(ended);
            return streamed(attempt, "rst");
        });
        models.on("backup", attempt -> {
            isAsked.countDown();
            Runners.awaitDeaf(begun);
            try {
                return streamed(attempt, "backup");
            } finally {
                ended.countDown();
            }
        });

        assertThat(stream(StreamMode.COMMIT).text()).isEqualTo("first");
        assertThat(stream.shown()).containsExactly("fi", "rst");
        assertThat(harness.events.names()).doesNotContain("reply.diverged");
    }

    @Test
    void showsNothingOfAStreamThatWasHeldBackUntilAWholeAnswerHadWon() {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        hedge();
        harness.add(
                "holding back",
                (call, next) -> FIRST.equals(call.request().model())
                        ? next.call(call.withSink(outer -> new HeldBack(outer, held, cancelled)))
                        : next.call(call.withoutSink()));
        models.on(FIRST, attempt -> {
            attempt.cancellation().onCancel(cancelled::countDown);
            harness.time.advance(DELAY);
            return streamed(attempt, "late");
        });
        models.on("backup", attempt -> {
            Runners.await(held);
            return Runners.reply("backup");
        });

        assertThat(stream(StreamMode.COMMIT).text()).isEqualTo("backup");
        assertThat(stream.shown()).containsExactly("backup");
        assertThat(harness.events.names()).doesNotContain("reply.diverged");
    }

    private record HeldBack(DeltaSink outer, CountDownLatch held, CountDownLatch until) implements DeltaSink {

        @Override
        public void delta(Delta delta) {
            held.countDown();
            Runners.awaitDeaf(until);
            outer.delta(delta);
        }

        @Override
        public void restarted(Throwable cause) {
            outer.restarted(cause);
        }

        @Override
        public void end() {
            outer.end();
        }
    }

    @Test
    void asksNobodyElseOnceAnAnswerBegan() {
        hedge();
        models.on(FIRST, attempt -> {
            attempt.delta(Delta.text("fi"));
            harness.time.advance(DELAY.multipliedBy(10));
            return streamed(attempt, "rst");
        });

        assertThat(stream(StreamMode.RESTART).text()).isEqualTo("first");
        assertThat(models.asked()).containsExactly(FIRST);
    }

    @Test
    void doesNotStartAgainWhenTheStreamBreaksThatIsShown() {
        AgentKitException broken = Failures.of(NETWORK);
        hedge();
        models.on(FIRST, attempt -> {
            attempt.delta(Delta.text("fi"));
            throw broken;
        });

        assertThatThrownBy(() -> stream(StreamMode.COMMIT)).isSameAs(broken).hasNoSuppressedExceptions();
        assertThat(models.asked()).containsExactly(FIRST);
        assertThat(stream.shown()).containsExactly("fi");
    }

    @Test
    void takesTheBackupsStreamWhenTheFirstBreaksBeforeItsText() {
        hedge();
        models.on(FIRST, attempt -> {
            attempt.delta(Delta.usage(Usage.of(5, 0)));
            throw Failures.of(NETWORK);
        });
        models.on("backup", attempt -> streamed(attempt, "back", "up"));

        assertThat(stream(StreamMode.COMMIT).text()).isEqualTo("backup");
        assertThat(stream.shown()).containsExactly("back", "up");
    }

    @Test // TC-241, TC-243, TC-244
    void replacesWhatWasShownByABackupThatIsDoneFirst() {
        CountDownLatch end = new CountDownLatch(1);
        hedge();
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(isAsked);
            attempt.delta(Delta.text("primary"));
            end.countDown();
            IllegalStateException cancelled = Runners.hang(attempt, lost);
            attempt.delta(Delta.text("too late"));
            throw cancelled;
        });
        models.on("backup", attempt -> {
            isAsked.countDown();
            Runners.await(end);
            return streamed(attempt, "back", "up");
        });

        ChatReply reply = stream(StreamMode.RESTART);

        assertThat(reply.text()).isEqualTo("backup");
        assertThat(stream.shown()).containsExactly("primary", RecordedStream.RESTARTED, "backup");
        assertThat(stream.deltas())
                .filteredOn(delta -> delta.finishReason() != null)
                .singleElement()
                .extracting(Delta::usage)
                .isEqualTo(reply.usage());
    }

    @Test // TC-242
    void goesOnLiveWhileTheBackupFails() {
        CountDownLatch failed = new CountDownLatch(1);
        hedge();
        harness.add("telling", (call, next) -> {
            try {
                return next.call(call);
            } catch (AgentKitException failure) {
                failed.countDown();
                throw failure;
            }
        });
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(isAsked);
            attempt.delta(Delta.text("li"));
            Runners.await(failed);
            return streamed(attempt, "ve");
        });
        models.on("backup", attempt -> {
            isAsked.countDown();
            throw Failures.of(NETWORK);
        });

        assertThat(stream(StreamMode.RESTART).text()).isEqualTo("live");
        assertThat(stream.shown()).containsExactly("li", "ve");
    }

    @Test // TC-247
    void leavesNoThreadBehindAfterCancelledStreams() throws Exception {
        AtomicInteger running = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(20);
        HedgeThreads threads = HedgeThreads.of(task -> {
            Thread thread = new Thread(() -> {
                running.incrementAndGet();
                try {
                    task.run();
                } finally {
                    running.decrementAndGet();
                    ended.countDown();
                }
            });
            thread.setDaemon(true);
            thread.start();
        });
        harness.add("hedge", HedgeSpec.of(DELAY, "backup").chatMiddleware(harness.resources(threads)));
        AtomicReference<Cancellation> cancellation = new AtomicReference<>();
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            throw Runners.hang(attempt);
        });
        models.on("backup", attempt -> {
            attempt.delta(Delta.usage(Usage.of(5, 0)));
            cancellation.get().cancel(Cancellation.Reason.CONSUMER);
            throw Runners.hang(attempt);
        });
        var handler = harness.chatHandler();

        for (int i = 0; i < 20; i++) {
            cancellation.set(Cancellation.create());
            CallSettings settings =
                    CallSettings.DEFAULTS.streamingTo(stream, StreamMode.COMMIT).withCancellation(cancellation.get());
            assertThatThrownBy(() -> handler.call(Runners.request(), settings)).isInstanceOf(CancelledException.class);
        }

        Runners.await(ended);
        assertThat(running).hasValue(0);
        assertThat(stream.shown()).isEmpty();
    }

    private static ChatReply streamed(Attempt<ChatRequest> attempt, String... pieces) {
        for (String piece : pieces) {
            attempt.delta(Delta.text(piece));
        }
        attempt.delta(Delta.finish(FinishReason.STOP));
        attempt.delta(Delta.usage(Usage.of(100, 20)));
        return attempt.assembled().build();
    }

    private void hedge() {
        harness.add("hedge", HedgeSpec.of(DELAY, "backup").chatMiddleware(harness.resources()));
    }

    private ChatReply stream(StreamMode mode) {
        return harness.chatHandler().call(Runners.request(), CallSettings.DEFAULTS.streamingTo(stream, mode));
    }
}

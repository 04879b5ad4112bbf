package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.OwnThread;
import io.agentkit.test.RecordedStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class StreamGateTests {

    private static final AgentKitException BUSY = new AgentKitException(ErrorKind.UNAVAILABLE, "busy");

    private final RecordedStream stream = new RecordedStream();

    @Test
    void letsAMiddlewareIgnoreStreaming() {
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(call));
        harness.model.stream("he", "llo");

        assertThat(harness.stream("hi", stream).text()).isEqualTo("hello");
        assertThat(stream.shown()).containsExactly("he", "llo");
    }

    @Test
    void endsTheCallWithTheFailureOnceADeltaWasShownInCommitMode() {
        ChainHarness harness = ChainHarness.of(StreamGateTests::stubborn);
        harness.model.streamThenFail(BUSY, "half").stream("never");

        assertThatThrownBy(() -> harness.stream("hi", stream)).isSameAs(BUSY);
        assertThat(stream.shown()).containsExactly("half");
        assertThat(harness.model.calls()).isEqualTo(1);
    }

    @Test
    void saysThatACommittedCallCannotBeInvokedAgain() {
        AtomicReference<Boolean> before = new AtomicReference<>();
        AtomicReference<Boolean> after = new AtomicReference<>();
        ChainHarness harness = ChainHarness.of((call, next) -> {
            before.set(call.canReinvoke());
            try {
                return next.call(call);
            } finally {
                after.set(call.canReinvoke());
            }
        });
        harness.model.stream("x");

        harness.stream("hi", stream);

        assertThat(before.get()).isTrue();
        assertThat(after.get()).isFalse();
    }

    @Test // TC-241
    void startsAgainInRestartMode() {
        ChainHarness harness = ChainHarness.of(StreamGateTests::stubborn);
        harness.model.streamThenFail(BUSY, "half").stream("who", "le");

        ChatReply reply = harness.stream("hi", stream, StreamMode.RESTART);

        assertThat(stream.shown()).containsExactly("half", RecordedStream.RESTARTED, "who", "le");
        assertThat(stream.text()).isEqualTo(reply.text());
    }

    @Test
    void dropsWhatWasHeldBackOfAFailedRequest() {
        ChainHarness harness = ChainHarness.of(StreamGateTests::stubborn);
        harness
                .model
                .run(attempt -> {
                    attempt.delta(Delta.text(""));
                    attempt.delta(Delta.usage(Usage.of(9, 9)));
                    throw BUSY;
                })
                .stream("ok");

        harness.stream("hi", stream);

        assertThat(stream.shown()).containsExactly("ok");
        assertThat(stream.deltas()).extracting(Delta::usage).doesNotContain(Usage.of(9, 9));
    }

    @Test
    void passesOnWhatWasHeldBackBeforeTheFirstText() {
        ChainHarness harness = ChainHarness.create();
        harness.model.run(attempt -> {
            attempt.delta(Delta.usage(Usage.of(9, 0)));
            attempt.delta(Delta.text("ok"));
            return attempt.assembled().build();
        });

        harness.stream("hi", stream);

        assertThat(stream.deltas()).hasSize(2);
        assertThat(stream.deltas().get(0).usage()).isEqualTo(Usage.of(9, 0));
    }

    @Test // TC-242
    void letsTheFirstToShowSomethingGoOnWhileAnotherFails() {
        ChainHarness harness = ChainHarness.create();
        harness.add("race", (call, next) -> {
            var second = new AtomicReference<Throwable>();
            CountDownLatch shown = new CountDownLatch(1);
            CountDownLatch failed = new CountDownLatch(1);
            var first = OwnThread.supply(() -> next.call(call.with(SHOWN, shown).with(FAILED, failed)));
            await(shown);
            try {
                next.call(call);
            } catch (AgentKitException failure) {
                second.set(failure);
            }
            failed.countDown();
            assertThat(second.get()).isSameAs(BUSY);
            return first.join();
        });
        harness.model
                .run(attempt -> {
                    attempt.delta(Delta.text("li"));
                    attempt.call().attribute(SHOWN).countDown();
                    await(attempt.call().attribute(FAILED));
                    attempt.delta(Delta.text("ve"));
                    return attempt.assembled().build();
                })
                .streamThenFail(BUSY, "silent");

        harness.stream("hi", stream);

        assertThat(stream.shown()).containsExactly("li", "ve");
    }

    @Test // TC-241, TC-244
    void showsASilentWinnerAfterARestartWithOneFinish() {
        ChainHarness harness = ChainHarness.create();
        harness.add("race", StreamGateTests::secondWins);
        harness
                .model
                .run(attempt -> {
                    attempt.delta(Delta.text("primary"));
                    CountDownLatch shown = attempt.call().attribute(SHOWN);
                    shown.countDown();
                    await(attempt.call().attribute(FAILED));
                    attempt.delta(Delta.text("too late"));
                    return attempt.assembled().build();
                })
                .stream("back", "up");

        ChatReply reply = harness.stream("hi", stream, StreamMode.RESTART);

        assertThat(reply.text()).isEqualTo("backup");
        assertThat(stream.shown()).containsExactly("primary", RecordedStream.RESTARTED, "backup");
        assertThat(stream.deltas())
                .filteredOn(delta -> delta.finishReason() != null)
                .hasSize(1);
        assertThat(stream.deltas().get(stream.deltas().size() - 1).usage()).isEqualTo(reply.usage());
    }

    @Test
    void showsTheAnswerAgainWhenALaterRequestTookTheScreen() {
        ChainHarness harness = ChainHarness.of((call, next) -> {
            ChatReply kept = next.call(call);
            next.call(call);
            return kept;
        });
        harness.model.stream("kept").stream("other");

        harness.stream("hi", stream, StreamMode.RESTART);

        assertThat(stream.text()).isEqualTo("kept");
    }

    @Test
    void showsAReplyThatWasNotStreamedInOnePiece() {
        ChainHarness harness = ChainHarness.of((call, next) -> ChatReply.of("from the cache")
                .mutate()
                .cacheStatus(CacheStatus.HIT)
                .build());

        ChatReply reply = harness.stream("hi", stream);

        assertThat(stream.shown()).containsExactly("from the cache");
        assertThat(stream.deltas().get(0).wholeReply()).isSameAs(reply);
    }

    @Test
    void holdsTheStreamBackForABufferingMiddleware() {
        ChainHarness harness = ChainHarness.of((call, next) -> {
            ChatReply reply = next.call(call.withoutSink());
            return reply.withText(reply.text().replace("secret", "***"));
        });
        harness.model.stream("a ", "secret");

        harness.stream("hi", stream);

        assertThat(stream.shown()).containsExactly("a ***");
    }

    @Test
    void warnsOnceAndNamesTheMiddlewareThatChangedAShownAnswer() {
        ListAppender<ILoggingEvent> warnings = new ListAppender<>();
        warnings.start();
        Logger logger = (Logger) LoggerFactory.getLogger(Gate.class);
        logger.addAppender(warnings);
        ChainHarness harness = ChainHarness.create()
                .add("outer", (call, next) -> next.call(call))
                .add("shouting", (call, next) -> {
                    ChatReply reply = next.call(call);
                    return reply.withText(reply.text() + "!");
                })
                .add("inner", (call, next) -> next.call(call));
        harness.model.stream("hello");
        try {
            assertThat(harness.stream("hi", stream).text()).isEqualTo("hello!");
        } finally {
            logger.detachAppender(warnings);
        }

        assertThat(stream.shown()).containsExactly("hello");
        assertThat(harness.events.of(ReplyDiverged.class))
                .extracting(ReplyDiverged::middleware)
                .containsExactly("shouting");
        assertThat(warnings.list).hasSize(1).allSatisfy(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.WARN);
            assertThat(event.getFormattedMessage()).contains("'shouting'").doesNotContain("hello");
        });
    }

    @Test
    void showsAChangedAnswerAgainInRestartMode() {
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(call).withText("changed"));
        harness.model.stream("hello");

        harness.stream("hi", stream, StreamMode.RESTART);

        assertThat(stream.shown()).containsExactly("hello", RecordedStream.RESTARTED, "changed");
        assertThat(harness.events.of(ReplyDiverged.class)).isEmpty();
    }

    @Test
    void doesNotTakeAnEndpointsOwnReplyObjectForAnotherAnswer() {
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(call));
        harness.model.run(attempt -> {
            attempt.delta(Delta.text("hello"));
            return ChatReply.of("hello", Usage.of(1, 1));
        });

        harness.stream("hi", stream, StreamMode.RESTART);

        assertThat(stream.shown()).containsExactly("hello");
    }

    @Test
    void comparesWhatWasShownWhenASinkIsWrapped() {
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(call.withSink(Upper::new)));
        harness.model.stream("hello");

        harness.stream("hi", stream);

        assertThat(stream.shown()).containsExactly("HELLO");
        assertThat(harness.events.of(ReplyDiverged.class)).hasSize(1);
    }

    @Test
    void noticesAWithheldToolCallThoughTheTextIsTheSame() {
        ToolCall call = new ToolCall("id", "delete", "{}");
        ChainHarness harness = ChainHarness.of((streamed, next) -> next.call(streamed.withSink(sink -> sink))
                .mutate()
                .message(Message.assistant("sure"))
                .finishReason(FinishReason.STOP)
                .build());
        harness.model.run(attempt -> {
            attempt.delta(Delta.text("sure"));
            attempt.delta(Delta.toolCalls(List.of(call)));
            return attempt.assembled().build();
        });

        harness.stream("hi", stream);

        assertThat(harness.events.of(ReplyDiverged.class)).hasSize(1);
    }

    @Test // TC-243
    void showsNothingAfterTheTurn() {
        AtomicReference<Attempt<ChatRequest>> kept = new AtomicReference<>();
        ChainHarness harness = ChainHarness.create();
        harness.model.run(attempt -> {
            kept.set(attempt);
            attempt.delta(Delta.text("all"));
            return attempt.assembled().build();
        });
        harness.stream("hi", stream);

        kept.get().delta(Delta.text("late"));

        assertThat(stream.shown()).containsExactly("all");
    }

    @Test // TC-243
    void waitsForADeltaThatIsBeingShownWhenTheTurnEnds() {
        CountDownLatch showing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicBoolean over = new AtomicBoolean();
        AtomicBoolean shownAfterwards = new AtomicBoolean();
        StreamConsumer slow = delta -> {
            showing.countDown();
            await(goOn);
            shownAfterwards.set(over.get());
        };
        AtomicReference<CompletableFuture<Void>> pushing = new AtomicReference<>();
        ChainHarness harness = ChainHarness.of((call, next) -> {
            pushing.set(OwnThread.run(() -> next.call(call)));
            while (showing.getCount() > 0) {
                Thread.onSpinWait();
            }
            return ChatReply.of("answer of another");
        });
        harness.model.run(attempt -> {
            attempt.delta(Delta.text("under way"));
            return attempt.assembled().build();
        });
        Thread caller = Thread.currentThread();
        var releasing = OwnThread.run(() -> {
            while (caller.getState() != Thread.State.WAITING && !over.get()) {
                Thread.onSpinWait();
            }
            goOn.countDown();
        });

        harness.chatHandler().call(ChatRequest.user("hi"), CallSettings.DEFAULTS.streamingTo(slow, StreamMode.COMMIT));
        over.set(true);
        releasing.join();
        pushing.get().handle((reply, error) -> reply).join();

        assertThat(shownAfterwards).isFalse();
    }

    @Test // TC-243
    void keepsALoserFromTheConsumerWhileTheAnswerIsShown() {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch answering = new CountDownLatch(1);
        AtomicReference<CompletableFuture<ChatReply>> loser = new AtomicReference<>();
        ChainHarness harness = ChainHarness.of((call, next) -> {
            loser.set(OwnThread.supply(() -> next.call(call)));
            await(first);
            return ChatReply.of("winner");
        });
        harness.model.run(attempt -> {
            attempt.delta(Delta.text("lo"));
            first.countDown();
            await(answering);
            attempt.delta(Delta.text("ser"));
            return attempt.assembled().build();
        });
        StreamConsumer consumer = new StreamConsumer() {
            @Override
            public void delta(Delta delta) {
                if (delta.text().equals("winner")) {
                    answering.countDown();
                    loser.get().join();
                }
                stream.delta(delta);
            }

            @Override
            public void restarted(Throwable cause) {
                stream.restarted(cause);
            }
        };

        harness.chatHandler()
                .call(ChatRequest.user("hi"), CallSettings.DEFAULTS.streamingTo(consumer, StreamMode.RESTART));

        assertThat(stream.shown()).containsExactly("lo", RecordedStream.RESTARTED, "winner");
    }

    @Test
    void letsALaterRequestShowWhenTheConsumerFailedOnARestart() {
        AtomicBoolean failing = new AtomicBoolean(true);
        StreamConsumer consumer = new StreamConsumer() {
            @Override
            public void delta(Delta delta) {
                stream.delta(delta);
            }

            @Override
            public void restarted(Throwable cause) {
                stream.restarted(cause);
                if (failing.getAndSet(false)) {
                    throw BUSY;
                }
            }
        };
        ChainHarness harness = ChainHarness.of(StreamGateTests::stubborn);
        harness.model.streamThenFail(BUSY, "one").stream("two").stream("three");

        harness.chatHandler()
                .call(ChatRequest.user("hi"), CallSettings.DEFAULTS.streamingTo(consumer, StreamMode.RESTART));

        assertThat(stream.text()).isEqualTo("three");
    }

    @Test
    void asksAConsumerOnceForEachRequestWhetherItCanBeSlowedDown() {
        AtomicInteger questions = new AtomicInteger();
        StreamConsumer consumer = new StreamConsumer() {
            @Override
            public void delta(Delta delta) {}

            @Override
            public boolean isUnbounded() {
                return questions.incrementAndGet() > 1;
            }
        };
        List<Long> asked = new ArrayList<>();
        var handler = Chain.chat("chat").build().around(attempt -> {
            attempt.upstream(asked::add);
            attempt.delta(Delta.text(""));
            attempt.delta(Delta.text("hello"));
            return attempt.assembled().build();
        });

        handler.call(ChatRequest.user("hi"), CallSettings.DEFAULTS.streamingTo(consumer, StreamMode.COMMIT));

        assertThat(questions).hasValue(1);
        assertThat(asked).containsExactly(1L, 1L);
    }

    @Test
    void mapsTheConsumersDemandToTheRequestThatIsShown() {
        var asked = new ArrayList<Long>();
        AtomicReference<Demand> upstream = new AtomicReference<>();
        StreamConsumer bounded = new StreamConsumer() {
            @Override
            public void delta(Delta delta) {
                stream.delta(delta);
            }

            @Override
            public boolean isUnbounded() {
                return false;
            }

            @Override
            public void upstream(Demand demand) {
                upstream.set(demand);
            }
        };
        ChainHarness harness = ChainHarness.create();
        harness.model.run(attempt -> {
            attempt.upstream(asked::add);
            attempt.delta(Delta.usage(Usage.of(1, 0)));
            attempt.delta(Delta.text("x"));
            upstream.get().request(5);
            return attempt.assembled().build();
        });

        harness.chatHandler()
                .call(ChatRequest.user("hi"), CallSettings.DEFAULTS.streamingTo(bounded, StreamMode.COMMIT));

        assertThat(asked).containsExactly(1L, 1L, 5L);
    }

    private static final Attribute<CountDownLatch> SHOWN = Attribute.of("shown", CountDownLatch.class);
    private static final Attribute<CountDownLatch> FAILED = Attribute.of("failed", CountDownLatch.class);

    private static ChatReply secondWins(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        CountDownLatch shown = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Cancellation losing = call.cancellation().child();
        var first = OwnThread.supply(
                () -> next.call(call.with(SHOWN, shown).with(FAILED, done).withCancellation(losing)));
        await(shown);
        ChatReply won = next.call(call);
        losing.cancel(Cancellation.Reason.LOST);
        done.countDown();
        first.handle((reply, error) -> reply).join();
        return won;
    }

    /** Tries three times, whatever it is told. */
    private static ChatReply stubborn(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        for (int attempt = 1; ; attempt++) {
            try {
                return next.call(call);
            } catch (AgentKitException failure) {
                if (attempt == 3) {
                    throw failure;
                }
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            // The loser of a race is let go of by interrupting it.
            Thread.currentThread().interrupt();
        }
    }

    private record Upper(DeltaSink out) implements DeltaSink {

        @Override
        public void delta(Delta delta) {
            out.delta(delta.withText(delta.text().toUpperCase(Locale.ROOT)));
        }

        @Override
        public void restarted(Throwable cause) {
            out.restarted(cause);
        }

        @Override
        public void end() {
            out.end();
        }
    }
}

package io.agentkit.resilience;

import static io.agentkit.ErrorKind.NETWORK;
import static io.agentkit.ErrorKind.UNAVAILABLE;
import static io.agentkit.resilience.Runners.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ChatMiddleware;
import io.agentkit.Endpoint;
import io.agentkit.Handler;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import io.agentkit.limit.RateLimitSpec;
import io.agentkit.limit.RateLimiterSpec;
import io.agentkit.spec.Resources;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.OwnThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class ChatHedgeTests {

    private static final Duration DELAY = Duration.ofSeconds(2);

    private final ChainHarness harness = ChainHarness.create();
    private final Runners models = new Runners(harness);
    private final AtomicReference<Cancellation.Reason> lost = new AtomicReference<>();

    @AfterEach
    void leavesNothingBehind() {
        assertThat(Thread.interrupted()).isFalse();
        assertThat(harness.time.pendingTimers()).isZero();
    }

    @Test // TC-234
    void passesThroughWithoutBackups() {
        AtomicReference<Call<ChatRequest>> outside = new AtomicReference<>();
        AtomicReference<Call<ChatRequest>> inside = new AtomicReference<>();
        harness.add("outside", keeping(outside));
        hedge(HedgeSpec.defaults()).add("inside", keeping(inside));
        models.answers(FIRST);

        assertThat(call().text()).isEqualTo(FIRST);
        assertThat(inside.get()).isSameAs(outside.get());
    }

    @Test // TC-231
    void asksNobodyElseBeforeTheDelayAndStaysOnTheThread() {
        hedge(HedgeSpec.of(DELAY, "backup"));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY.minusNanos(1));
            return Runners.reply(FIRST);
        });

        assertThat(call().text()).isEqualTo(FIRST);
        assertThat(models.asked()).containsExactly(FIRST);
        assertThat(models.threads()).containsExactly(Thread.currentThread());
        assertThat(harness.events.names()).doesNotContain("hedge.launched", "hedge.won");
    }

    @Test // TC-230
    void answersWithTheBackupOfASlowModelAndCancelsThat() {
        hedge(HedgeSpec.of(DELAY, "backup"));
        models.on(FIRST, this::slow).answers("backup");

        assertThat(call().text()).isEqualTo("backup");
        assertThat(lost).hasValue(Cancellation.Reason.LOST);
        assertThat(harness.events.of(HedgeLaunched.class))
                .containsExactly(new HedgeLaunched("1", "chat", "backup", HedgeLaunched.Reason.DELAY, DELAY));
        assertThat(harness.events.of(HedgeWon.class))
                .containsExactly(new HedgeWon("1", "chat", "backup", true, 2, null));
    }

    @Test // TC-232
    void asksTheBackupAtOnceWhenTheModelFails() {
        hedge(HedgeSpec.of(DELAY, "backup"));
        models.fails(FIRST, Failures.of(NETWORK)).answers("backup");

        assertThat(call().text()).isEqualTo("backup");
        assertThat(harness.time.nanoTime()).isZero();
        assertThat(models.threads()).containsOnly(Thread.currentThread());
        assertThat(harness.events.of(HedgeLaunched.class))
                .extracting(HedgeLaunched::reason)
                .containsExactly(HedgeLaunched.Reason.FAILURE);
    }

    @Test // TC-233
    void throwsTheFirstFailureWithAllOthersInIt() {
        AgentKitException first = Failures.of(NETWORK);
        AgentKitException second = Failures.of(UNAVAILABLE);
        AgentKitException third = Failures.of(UNAVAILABLE);
        hedge(HedgeSpec.of(DELAY, "second", "third"));
        models.fails(FIRST, first).fails("second", second).fails("third", third);

        assertThatThrownBy(this::call).isSameAs(first);
        assertThat(first.getSuppressed()).containsExactlyInAnyOrder(second, third);
    }

    @Test
    void waitsForTheOtherWhenOneFailsInARace() {
        CountDownLatch isAsked = new CountDownLatch(1);
        CountDownLatch failed = new CountDownLatch(1);
        hedge(HedgeSpec.of(DELAY, "backup"));
        harness.add("telling", (call, next) -> {
            try {
                return next.call(call);
            } finally {
                if (FIRST.equals(call.request().model())) {
                    failed.countDown();
                }
            }
        });
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(isAsked);
            throw Failures.of(NETWORK);
        });
        models.on("backup", attempt -> {
            isAsked.countDown();
            Runners.await(failed);
            return Runners.reply("backup");
        });

        assertThat(call().text()).isEqualTo("backup");
    }

    @Test
    void asksAllAtOnceWithoutADelay() {
        CyclicBarrier together = new CyclicBarrier(3);
        CountDownLatch never = new CountDownLatch(1);
        hedge(HedgeSpec.of(Duration.ZERO, "second", "third"));
        for (String model : List.of(FIRST, "second", "third")) {
            models.on(model, attempt -> {
                meet(together);
                if (model.equals("third")) {
                    return Runners.reply(model);
                }
                throw Runners.hang(attempt);
            });
        }

        assertThat(call().text()).isEqualTo("third");
        assertThat(never.getCount()).isOne();
    }

    @Test
    void asksOneMoreAfterEachDelay() {
        CountDownLatch second = new CountDownLatch(1);
        hedge(HedgeSpec.of(DELAY, "second", "third"));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(second);
            assertThat(models.asked()).containsExactly(FIRST, "second");
            return slow(attempt);
        });
        models.on("second", attempt -> {
            second.countDown();
            throw Runners.hang(attempt);
        });
        models.answers("third");

        assertThat(call().text()).isEqualTo("third");
    }

    @Test
    void asksAllAfterOneDelay() {
        CyclicBarrier together = new CyclicBarrier(2);
        hedge(HedgeSpec.of(DELAY, "second", "third").withLaunch(HedgeLaunch.TOGETHER));
        models.on(FIRST, this::slow);
        models.on("second", attempt -> {
            meet(together);
            throw Runners.hang(attempt);
        });
        models.on("third", attempt -> {
            meet(together);
            return Runners.reply("third");
        });

        assertThat(call().text()).isEqualTo("third");
    }

    @Test // TC-235
    void goesOnWhenTheBackupsAnswerIsNotValid() {
        CountDownLatch refused = new CountDownLatch(1);
        ToolCall earlier = new ToolCall("call-1", "search", "{}");
        hedge(HedgeSpec.of(DELAY, "backup"));
        harness.add("telling", (call, next) -> {
            try {
                return next.call(call);
            } catch (AgentKitException failure) {
                refused.countDown();
                throw failure;
            }
        });
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(refused);
            return Runners.reply(FIRST);
        });
        models.on(
                "backup",
                attempt -> Runners.reply("backup")
                        .mutate()
                        .message(Message.assistant("", List.of(earlier)))
                        .build());
        ChatRequest conversation = ChatRequest.builder()
                .messages(List.of(
                        Message.user("hi"),
                        Message.assistant("", List.of(earlier)),
                        Message.tool(new ToolOutput("call-1", "search", "found"))))
                .model(FIRST)
                .build();

        assertThat(harness.chatHandler().call(conversation).text()).isEqualTo(FIRST);
    }

    @Test // TC-236, TC-240
    void runsWhatStandsInsideForEachModel() {
        List<String> seen = new CopyOnWriteArrayList<>();
        hedge(HedgeSpec.of(DELAY, "backup"));
        harness.add("appending", (call, next) -> {
            List<Message> messages = new ArrayList<>(call.request().messages());
            messages.add(Message.user("for " + call.request().model()));
            return next.call(call.withRequest(call.request().withMessages(messages)));
        });
        models.on(FIRST, attempt -> {
            seen.add(last(attempt));
            return slow(attempt);
        });
        models.on("backup", attempt -> {
            seen.add(last(attempt));
            return Runners.reply("backup");
        });

        call();

        assertThat(seen).containsExactly("for first", "for backup");
    }

    @Test // TC-237
    void takesATokenOfARateLimitForEachModel() {
        RateLimiterSpec two = RateLimiterSpec.requests(Duration.ofHours(1), 2);
        harness.add("rate-limit", RateLimitSpec.of(two).chatMiddleware(harness.resources()));
        hedge(HedgeSpec.of(DELAY, "backup"));
        models.on(FIRST, this::slow).answers("backup");
        Handler<ChatRequest, ChatReply> handler = harness.chatHandler();

        handler.call(Runners.request());

        harness.time.whileSleeping(() -> {
            throw new AssertionError("waits");
        });
        assertThatThrownBy(() -> handler.call(Runners.request())).isNotNull();
    }

    @Test // TC-238, TC-239
    void numbersRequestsAndTellsHooksOfEachOnce() {
        Counting outside = new Counting();
        Counting inside = new Counting();
        harness.add("outside", ChatMiddleware.of(outside));
        harness.add(
                "retry",
                RetrySpec.defaults()
                        .withBackoff(new Backoff(Duration.ZERO, null, null))
                        .chatMiddleware(harness.resources()));
        hedge(HedgeSpec.of(DELAY, "backup"));
        harness.add("inside", ChatMiddleware.of(inside));
        models.fails(FIRST, Failures.of(NETWORK)).fails("backup", Failures.of(UNAVAILABLE));

        assertThatThrownBy(this::call).isNotNull();

        assertThat(outside.before).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(outside.after).isEqualTo(outside.before);
        assertThat(inside.before).isEqualTo(outside.before);
        assertThat(inside.after).isEqualTo(outside.before);
    }

    @Test // TC-246
    void doesNotSendABackupThatWaitsWhenTheCallIsOver() {
        CountDownLatch waits = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        AtomicReference<Outcome.Status> status = new AtomicReference<>();
        harness.add("slow to allow", ChatMiddleware.of(new RequestHook() {
            @Override
            public void await(Attempt<?> attempt) {
                if (attempt.number() == 2) {
                    waits.countDown();
                    Runners.awaitDeaf(answered);
                }
            }

            @Override
            public void after(Attempt<?> attempt, Outcome outcome) {
                if (attempt.number() == 2) {
                    status.set(outcome.status());
                    over.countDown();
                }
            }
        }));
        hedge(HedgeSpec.of(DELAY, "backup"));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(waits);
            return Runners.reply(FIRST);
        });

        call();
        answered.countDown();
        Runners.await(over);

        assertThat(status).hasValue(Outcome.Status.NOT_SENT);
        assertThat(models.asked()).containsExactly(FIRST);
    }

    @Test
    void doesNotWaitForABackupThatHearsNothing() {
        CountDownLatch isAsked = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        hedge(HedgeSpec.of(DELAY, "deaf"));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(isAsked);
            return Runners.reply(FIRST);
        });
        models.on("deaf", attempt -> {
            isAsked.countDown();
            Runners.awaitDeaf(end);
            return Runners.reply("deaf");
        });

        assertThat(call().text()).isEqualTo(FIRST);
        end.countDown();
    }

    @Test
    void countsTheDelayFromWhereTheRequestGoesOut() {
        harness.add("queue", ChatMiddleware.of(new RequestHook() {
            @Override
            public void await(Attempt<?> attempt) {
                harness.time.advance(Duration.ofMinutes(1));
            }
        }));
        hedge(HedgeSpec.of(DELAY, "backup"));
        models.answers(FIRST);

        assertThat(call().text()).isEqualTo(FIRST);
        assertThat(models.asked()).containsExactly(FIRST);
    }

    @Test
    void endsWithItsCall() {
        Cancellation cancellation = Cancellation.create();
        AtomicReference<Cancellation.Reason> backup = new AtomicReference<>();
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch isAsked = new CountDownLatch(1);
        hedge(HedgeSpec.of(DELAY, "backup"));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(isAsked);
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw Runners.hang(attempt, lost);
        });
        models.on("backup", attempt -> {
            isAsked.countDown();
            try {
                throw Runners.hang(attempt, backup);
            } finally {
                ended.countDown();
            }
        });

        assertThatExceptionOfType(CancelledException.class)
                .isThrownBy(() -> harness.chatHandler()
                        .call(Runners.request(), CallSettings.DEFAULTS.withCancellation(cancellation)))
                .extracting(CancelledException::reason)
                .isEqualTo(Cancellation.Reason.CONSUMER);
        Runners.await(ended);
        assertThat(backup).hasValue(Cancellation.Reason.CONSUMER);
    }

    @Test
    void endsAtOnceWhenTheCallIsCancelledWhileItWaitsForADeafBackup() throws Exception {
        Cancellation cancellation = Cancellation.create();
        CountDownLatch isAsked = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        hedge(HedgeSpec.of(DELAY, "deaf"));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(isAsked);
            throw Failures.of(NETWORK);
        });
        models.on("deaf", attempt -> {
            isAsked.countDown();
            Runners.awaitDeaf(end);
            return Runners.reply("deaf");
        });
        Handler<ChatRequest, ChatReply> handler = harness.chatHandler();

        var answer = OwnThread.supply(
                () -> handler.call(Runners.request(), CallSettings.DEFAULTS.withCancellation(cancellation)));
        Runners.await(isAsked);
        cancellation.cancel(Cancellation.Reason.CONSUMER);

        assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(CancelledException.class);
        end.countDown();
    }

    @Test
    void letsAnErrorOutAtOnce() {
        AssertionError error = new AssertionError("broken");
        hedge(HedgeSpec.of(DELAY, "backup"));
        models.on(FIRST, attempt -> {
            throw error;
        });

        assertThatThrownBy(this::call).isSameAs(error);
        assertThat(models.asked()).containsExactly(FIRST);
    }

    @Test
    void asksNobodyElseWithoutAThreadForItButReplacesWhatFailed() {
        HedgeThreads none = HedgeThreads.of(task -> {
            throw new java.util.concurrent.RejectedExecutionException("no thread");
        });
        harness.add("hedge", HedgeSpec.of(DELAY, "backup").chatMiddleware(harness.resources(none)));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            throw Failures.of(NETWORK);
        });
        models.answers("backup");

        assertThat(call().text()).isEqualTo("backup");
        assertThat(harness.events.of(HedgeRefused.class))
                .extracting(HedgeRefused::reason)
                .containsExactly(HedgeRefused.Reason.THREADS);
        assertThat(models.threads()).containsOnly(Thread.currentThread());
    }

    @Test
    void carriesWhatSurroundsTheCallToBackups() {
        AtomicReference<String> logged = new AtomicReference<>();
        AtomicReference<Run> current = new AtomicReference<>();
        hedge(HedgeSpec.of(DELAY, "backup"));
        models.on(FIRST, this::slow).on("backup", attempt -> {
            logged.set(MDC.get("request"));
            current.set(Run.current());
            return Runners.reply("backup");
        });

        MDC.put("request", "42");
        try (Run run = Run.open(harness.environment(), spec -> spec.tenant("acme"))) {
            call();
            assertThat(current).hasValue(run);
        } finally {
            MDC.remove("request");
        }

        assertThat(logged).hasValue("42");
    }

    @Test
    void asksAnotherEndpointWithWhatMeansTheSameThere() {
        List<ChatRequest> there = new CopyOnWriteArrayList<>();
        Endpoint<ChatRequest, ChatReply> other = attempt -> {
            there.add(attempt.request());
            return Runners.reply("other");
        };
        harness.add(
                "hedge",
                HedgeSpec.of(DELAY, "elsewhere:large")
                        .chatMiddleware(Resources.of(harness.environment(), Map.of("elsewhere", other))));
        models.on(FIRST, this::slow);

        assertThat(call().text()).isEqualTo("other");
        assertThat(there).singleElement().satisfies(request -> {
            assertThat(request.model()).isEqualTo("large");
            assertThat(request.isPortable()).isTrue();
        });
    }

    @Test
    void takesABackupThatCannotBeFoundForOneThatFailed() {
        harness.add("hedge", HedgeSpec.of(DELAY, "broken", "backup").chatMiddleware(harness.resources((ChatTargets)
                name -> own -> {
                    if (name.equals("broken")) {
                        throw new IllegalStateException("no such bean");
                    }
                    return new ChatTarget.Place(own, name);
                })));
        models.fails(FIRST, Failures.of(NETWORK)).answers("backup");

        assertThat(call().text()).isEqualTo("backup");
    }

    @Test
    void letsHedgesStandInsideEachOther() {
        hedge(HedgeSpec.of(DELAY, "backup"));
        hedge(HedgeSpec.of(DELAY.dividedBy(2), "inner"));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            throw Failures.of(NETWORK);
        });
        models.on("inner", attempt -> {
            throw Runners.hang(attempt);
        });
        models.answers("backup");

        assertThat(call().text()).isEqualTo("backup");
    }

    private ChatReply slow(Attempt<ChatRequest> attempt) {
        harness.time.advance(DELAY);
        throw Runners.hang(attempt, lost);
    }

    private ChainHarness hedge(HedgeSpec spec) {
        return harness.add("hedge", spec.chatMiddleware(harness.resources()));
    }

    private ChatReply call() {
        return harness.chatHandler().call(Runners.request());
    }

    private static String last(Attempt<ChatRequest> attempt) {
        List<Message> messages = attempt.request().messages();
        return messages.get(messages.size() - 1).text();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (Exception alone) {
            throw new IllegalStateException(alone);
        }
    }

    private static ChatMiddleware keeping(AtomicReference<Call<ChatRequest>> seen) {
        return (call, next) -> {
            seen.set(call);
            return next.call(call);
        };
    }

    private static final class Counting implements RequestHook {

        private final List<Integer> before = Collections.synchronizedList(new ArrayList<>());
        private final List<Integer> after = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void reserve(Attempt<?> attempt) {
            before.add(attempt.number());
        }

        @Override
        public void after(Attempt<?> attempt, Outcome outcome) {
            after.add(attempt.number());
        }
    }
}

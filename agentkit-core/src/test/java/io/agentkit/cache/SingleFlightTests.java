package io.agentkit.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.chat.CacheStatus;
import io.agentkit.test.OwnThread;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class SingleFlightTests {

    private static final int MANY = 64;

    private final CachedTools tools = new CachedTools().withDefaults();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);

    @AfterEach
    void leavesNothingBehind() {
        assertThat(tools.underWay()).isZero();
        assertThat(tools.harness.time.pendingTimers()).isZero();
        assertThat(InsideFlight.isCurrent()).isFalse();
    }

    @Test // TC-500, EC-06
    void asksOnceForManyAtATime() {
        tools.harness.tool.run(this::hang);
        List<CompletableFuture<ToolResult>> racers = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            racers.add(OwnThread.supply(() -> tools.readOnly("{}")));
        }
        waiting(MANY - 1);
        answer.countDown();

        assertThat(racers)
                .extracting(CompletableFuture::join)
                .extracting(ToolResult::text)
                .containsOnly("done");
        assertThat(racers)
                .extracting(CompletableFuture::join)
                .filteredOn(result -> result.cacheStatus() == CacheStatus.NONE)
                .hasSize(1);
        assertThat(tools.harness.tool.calls()).isEqualTo(1);
        assertThat(tools.figures().hits()).isEqualTo(MANY - 1);
        assertThat(tools.figures().waits()).isEqualTo(MANY - 1);
        assertThat(tools.figures().misses()).isEqualTo(1);
        assertThat(tools.harness.events.of(CacheHit.class)).hasSize(MANY - 1).allMatch(CacheHit::waited);
    }

    @Test // TC-501
    void asksOnceForEachKey() {
        List<CompletableFuture<ToolResult>> racers = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            String arguments = "{\"key\":%d}".formatted(i % 10);
            racers.add(OwnThread.supply(() -> tools.readOnly(arguments)));
        }
        racers.forEach(CompletableFuture::join);

        assertThat(tools.harness.tool.calls()).isEqualTo(10);
    }

    @Test // TC-503
    void givesAFailureToTheOneWhoAskedAndLetsTheNextTry() {
        IllegalStateException failure = new IllegalStateException("down");
        tools.harness
                .tool
                .run(attempt -> {
                    hang(attempt);
                    throw failure;
                })
                .result("up");
        CompletableFuture<ToolResult> first = OwnThread.supply(() -> tools.readOnly("{}"));
        CachedTools.await(asked);
        CompletableFuture<ToolResult> second = OwnThread.supply(() -> tools.readOnly("{}"));
        waiting(1);
        answer.countDown();

        assertThatThrownBy(first::join).hasCause(failure);
        assertThat(second.join()).isEqualTo(ToolResult.of("up"));
        assertThat(tools.harness.tool.calls()).isEqualTo(2);
    }

    @Test
    void letsThoseWhoWaitedTryOneByOneWhenAllFail() {
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        tools.harness.tool.run(attempt -> {
            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            hang(attempt);
            atOnce.decrementAndGet();
            throw new IllegalStateException("down");
        });
        List<CompletableFuture<ToolResult>> racers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            racers.add(OwnThread.supply(() -> tools.readOnly("{}")));
        }
        waiting(15);
        answer.countDown();

        assertThat(racers)
                .allSatisfy(racer -> assertThatThrownBy(racer::join).hasCauseInstanceOf(IllegalStateException.class));
        assertThat(tools.harness.tool.calls()).isEqualTo(16);
        assertThat(most).hasValue(1);
    }

    @Test
    void goesOnWhenOneWhoWaitsLeaves() {
        tools.harness.tool.run(this::hang);
        CompletableFuture<ToolResult> first = OwnThread.supply(() -> tools.readOnly("{}"));
        CachedTools.await(asked);
        Cancellation leaving = Cancellation.create();
        CompletableFuture<ToolResult> second = OwnThread.supply(() -> tools.call(leaving));
        CompletableFuture<ToolResult> third = OwnThread.supply(() -> tools.readOnly("{}"));
        waiting(2);

        leaving.cancel(Cancellation.Reason.CONSUMER);

        assertThatThrownBy(second::join).hasCauseInstanceOf(CancelledException.class);
        answer.countDown();
        assertThat(first.join()).isEqualTo(ToolResult.of("done"));
        assertThat(third.join().cacheStatus()).isEqualTo(CacheStatus.HIT);
        assertThat(tools.harness.tool.calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"CONSUMER", "LOST"})
    void goesOnForOthersWhenTheOneWhoAskedLeaves(Cancellation.Reason why) {
        tools.harness.tool.run(this::hang);
        Cancellation leaving = Cancellation.create();
        CompletableFuture<ToolResult> first = OwnThread.supply(() -> tools.call(leaving));
        CachedTools.await(asked);
        CompletableFuture<ToolResult> second = OwnThread.supply(() -> tools.readOnly("{}"));
        waiting(1);

        leaving.cancel(why);
        answer.countDown();

        assertThat(second.join()).isEqualTo(new ToolResult("done", CacheStatus.HIT));
        assertThatThrownBy(first::join).hasCauseInstanceOf(CancelledException.class);
        assertThat(tools.harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void isCancelledWhenTheLastOneLeaves() {
        tools.harness.tool.run(this::hang).result("anew");
        Cancellation first = Cancellation.create();
        Cancellation second = Cancellation.create();
        CompletableFuture<ToolResult> one = OwnThread.supply(() -> tools.call(first));
        CachedTools.await(asked);
        CompletableFuture<ToolResult> other = OwnThread.supply(() -> tools.call(second));
        waiting(1);

        first.cancel(Cancellation.Reason.CONSUMER);
        assertThat(one).isNotDone();
        second.cancel(Cancellation.Reason.CONSUMER);

        assertThatThrownBy(one::join).hasCauseInstanceOf(CancelledException.class);
        assertThatThrownBy(other::join).hasCauseInstanceOf(CancelledException.class);
        assertThat(tools.readOnly("{}")).isEqualTo(ToolResult.of("anew"));
    }

    @ParameterizedTest
    @EnumSource(names = {"TIMEOUT", "DEADLINE", "SHUTDOWN"})
    void isNotWaitedForByTheOneWhoAskedWhenItsTimeIsOver(Cancellation.Reason why) {
        tools.harness.tool.run(this::hang).result("anew");
        Cancellation limit = Cancellation.create();
        CompletableFuture<ToolResult> first = OwnThread.supply(() -> tools.call(limit));
        CachedTools.await(asked);
        CompletableFuture<ToolResult> second = OwnThread.supply(() -> tools.readOnly("{}"));
        waiting(1);

        limit.cancel(why);

        assertThatThrownBy(first::join)
                .cause()
                .isInstanceOfSatisfying(
                        CancelledException.class,
                        cancelled -> assertThat(cancelled.reason()).isEqualTo(why));
        assertThat(second.join()).isEqualTo(ToolResult.of("anew"));
    }

    @Test
    void askedByNobodyAnyMoreHoldsNobodyUpAlsoWhenTheToolHearsNothing() {
        CountDownLatch deaf = new CountDownLatch(1);
        tools.harness
                .tool
                .run(attempt -> {
                    asked.countDown();
                    awaitDeaf(deaf);
                    return ToolResult.of("late");
                })
                .result("anew");
        Cancellation limit = Cancellation.create();
        CompletableFuture<ToolResult> first = OwnThread.supply(() -> tools.call(limit));
        CachedTools.await(asked);

        limit.cancel(Cancellation.Reason.TIMEOUT);

        assertThat(tools.readOnly("{}")).isEqualTo(ToolResult.of("anew"));
        deaf.countDown();
        assertThatThrownBy(first::join).hasCauseInstanceOf(CancelledException.class);
    }

    @Test
    void endsTheWaitOfAThreadThatIsInterrupted() throws Exception {
        tools.harness.tool.run(this::hang);
        CompletableFuture<ToolResult> first = OwnThread.supply(() -> tools.readOnly("{}"));
        CachedTools.await(asked);
        AtomicReference<Object> outcome = new AtomicReference<>();
        Thread waiter = new Thread(() -> {
            try {
                outcome.set(tools.readOnly("{}"));
            } catch (CancelledException cancelled) {
                outcome.set(cancelled.reason() + " " + Thread.currentThread().isInterrupted());
            }
        });
        waiter.start();
        waiting(1);

        waiter.interrupt();
        waiter.join();

        assertThat(outcome).hasValue("INTERRUPTED true");
        answer.countDown();
        assertThat(first.join()).isEqualTo(ToolResult.of("done"));
    }

    @Test
    void isTriedAgainWhenTheThreadOfTheOneWhoAskedIsInterrupted() throws Exception {
        tools.harness.tool.run(this::hang).result("anew");
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread leader = new Thread(() -> {
            try {
                tools.readOnly("{}");
            } catch (RuntimeException failed) {
                failure.set(failed);
            }
        });
        leader.start();
        CachedTools.await(asked);
        CompletableFuture<ToolResult> second = OwnThread.supply(() -> tools.readOnly("{}"));
        waiting(1);

        leader.interrupt();
        leader.join();

        assertThat(failure.get()).isNotNull();
        assertThat(second.join()).isEqualTo(ToolResult.of("anew"));
    }

    @Test
    void isWaitedForNoLongerThanItMay() {
        tools.harness.tool.run(this::hang).result("own");
        CompletableFuture<ToolResult> first = OwnThread.supply(() -> tools.readOnly("{}"));
        CachedTools.await(asked);
        CompletableFuture<ToolResult> second = OwnThread.supply(() -> tools.readOnly("{}"));
        waiting(1);

        tools.harness.time.advance(Duration.ofMinutes(1));

        assertThat(second.join()).isEqualTo(ToolResult.of("own"));
        answer.countDown();
        assertThat(first.join()).isEqualTo(ToolResult.of("done"));
    }

    @Test
    void isWaitedForNoLongerThanItMayWhenOneAfterTheOtherFails() {
        CountDownLatch secondAsked = new CountDownLatch(1);
        CountDownLatch secondAnswers = new CountDownLatch(1);
        tools.harness
                .tool
                .run(attempt -> {
                    hang(attempt);
                    throw new IllegalStateException("down");
                })
                .run(attempt -> {
                    secondAsked.countDown();
                    CachedTools.await(secondAnswers);
                    throw new IllegalStateException("down");
                })
                .result("own");
        CompletableFuture<ToolResult> first = OwnThread.supply(() -> tools.readOnly("{}"));
        CachedTools.await(asked);
        List<CompletableFuture<ToolResult>> others =
                List.of(OwnThread.supply(() -> tools.readOnly("{}")), OwnThread.supply(() -> tools.readOnly("{}")));
        waiting(2);
        tools.harness.time.advance(Duration.ofSeconds(40));
        answer.countDown();
        assertThatThrownBy(first::join).hasCauseInstanceOf(IllegalStateException.class);
        CachedTools.await(secondAsked);
        waiting(1);

        // What is left of the minute.
        tools.harness.time.advance(Duration.ofSeconds(20));

        CompletableFuture.anyOf(others.toArray(CompletableFuture[]::new)).join();
        secondAnswers.countDown();
        others.forEach(other -> other.handle((own, failure) -> true).join());
        assertThat(others)
                .filteredOn(other -> !other.isCompletedExceptionally())
                .anySatisfy(other -> assertThat(other.join()).isEqualTo(ToolResult.of("own")));
    }

    @Test
    void isWaitedForByNobodyWhereThatIsSwitchedOff() {
        CachedTools alone = new CachedTools().with(MemoizeSpec.defaults().withMaxWait(Duration.ZERO));
        alone.harness.tool.run(this::hang).result("own");
        CompletableFuture<ToolResult> first = OwnThread.supply(() -> alone.readOnly("{}"));
        CachedTools.await(asked);

        assertThat(alone.readOnly("{}")).isEqualTo(ToolResult.of("own"));
        answer.countDown();
        first.join();
    }

    @Test
    void doesNotWaitForItself() {
        tools.harness
                .tool
                .run(attempt -> ToolResult.of("outer of " + tools.readOnly("{}").text()))
                .result("inner");

        assertThat(tools.readOnly("{}")).isEqualTo(ToolResult.of("outer of inner"));
        assertThat(tools.readOnly("{}").text()).isEqualTo("outer of inner");
    }

    @Test
    void doesNotWaitForItselfByWayOfAnAgentOnAnotherThread() {
        tools.harness
                .tool
                .run(attempt -> {
                    Run own = attempt.call().run();
                    Run nested = Run.create(own.frame(), tools.harness.environment(), spec -> {});
                    return OwnThread.supply(() -> {
                                try (var frame = nested.enter()) {
                                    return tools.readOnly("{}");
                                }
                            })
                            .join();
                })
                .result("inner");

        assertThat(tools.readOnly("{}").text()).isEqualTo("inner");
    }

    @Test
    void doesNotWaitForOneThatWaitsForIt() {
        CountDownLatch both = new CountDownLatch(2);
        tools.harness.tool.run(attempt -> {
            String arguments = attempt.request().arguments();
            if (both.getCount() == 0) {
                return ToolResult.of("inner");
            }
            both.countDown();
            CachedTools.await(both);
            return tools.readOnly(arguments.contains("1") ? "{\"key\":2}" : "{\"key\":1}");
        });

        CompletableFuture<ToolResult> first = OwnThread.supply(() -> tools.readOnly("{\"key\":1}"));
        CompletableFuture<ToolResult> second = OwnThread.supply(() -> tools.readOnly("{\"key\":2}"));

        assertThat(first.join().text()).isEqualTo("inner");
        assertThat(second.join().text()).isEqualTo("inner");
    }

    @Test
    void givesNobodyARefusalThatIsAnothersOwn() {
        AtomicInteger calls = new AtomicInteger();
        CachedTools limited = new CachedTools().withDefaults();
        limited.harness.addTool("policy", (call, next) -> {
            if (calls.incrementAndGet() > 1) {
                return next.call(call);
            }
            hang(null);
            throw new AgentKitException(ErrorKind.BLOCKED, "not for you");
        });
        CompletableFuture<ToolResult> first = OwnThread.supply(() -> limited.readOnly("{}"));
        CachedTools.await(asked);
        CompletableFuture<ToolResult> second = OwnThread.supply(() -> limited.readOnly("{}"));
        waiting(limited, 1);
        answer.countDown();

        assertThatThrownBy(first::join).isInstanceOf(CompletionException.class).hasRootCauseMessage("not for you");
        assertThat(second.join()).isEqualTo(ToolResult.of("done"));
    }

    private ToolResult hang(Attempt<ToolRequest> attempt) {
        asked.countDown();
        CachedTools.await(answer);
        return ToolResult.of("done");
    }

    private static void awaitDeaf(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException heardNothing) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void waiting(int count) {
        waiting(tools, count);
    }

    /** Whoever waits has set a timer. */
    private static void waiting(CachedTools on, int count) {
        while (on.harness.time.pendingTimers() < count) {
            Thread.onSpinWait();
        }
    }
}

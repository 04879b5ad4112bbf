package io.agentkit.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.Handler;
import io.agentkit.chat.CacheStatus;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several threads that make the same call at once. */
class SingleFlightTests {

    private final ChainHarness harness = ChainHarness.create();

    private final IdempotencyStore store = new InMemoryIdempotencyStore(harness.time);

    private final IdempotentSpec spec = IdempotentSpec.defaults();

    private final Handler<ToolRequest, ToolResult> handler = harness.addTool(
                    "idempotent", spec.toolMiddleware(harness.resources(store)))
            .toolHandler();

    private final List<Thread> started = new CopyOnWriteArrayList<>();

    /** One for each task; it is over when the task is. */
    private final ExecutorService threads =
            new ThreadPoolExecutor(0, 100, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task);
                started.add(thread);
                return thread;
            });

    private final CountDownLatch atWork = new CountDownLatch(1);

    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private static ToolRequest charge(String id) {
        ToolFacts facts = new ToolFacts("charge_card", ToolSafety.SIDE_EFFECT);
        return ToolRequest.of(facts, id, "run-1:1:0:" + id + ":charge_card", "{}");
    }

    private ToolResult wait(String result) {
        atWork.countDown();
        try {
            mayEnd.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return ToolResult.of(result);
    }

    private void awaitWaiting(int count) {
        while (started.stream()
                        .filter(each -> each.getState() == Thread.State.WAITING)
                        .count()
                != count) {
            Thread.onSpinWait();
        }
    }

    private List<Future<ToolResult>> callers(int count) {
        List<Future<ToolResult>> callers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            callers.add(threads.submit(() -> handler.call(charge("call_1"))));
        }
        return callers;
    }

    @Test // TC-500
    void makesTheCallOnceForManyWhoComeAtOnce() throws Exception {
        harness.tool.run(attempt -> wait("paid"));
        List<Future<ToolResult>> callers = callers(64);
        awaitWaiting(64);
        mayEnd.countDown();

        List<CacheStatus> statuses = new ArrayList<>();
        for (Future<ToolResult> caller : callers) {
            assertThat(caller.get().text()).isEqualTo("paid");
            statuses.add(caller.get().cacheStatus());
        }

        assertThat(statuses).filteredOn(CacheStatus.NONE::equals).hasSize(1);
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test // TC-501
    void makesEachOfSeveralCallsOnce() throws Exception {
        List<Future<ToolResult>> callers = new ArrayList<>();
        for (int key = 0; key < 10; key++) {
            String id = "call_" + key;
            for (int racer = 0; racer < 3; racer++) {
                callers.add(threads.submit(() -> handler.call(charge(id))));
            }
        }
        for (Future<ToolResult> caller : callers) {
            caller.get();
        }

        assertThat(harness.tool.calls()).isEqualTo(10);
    }

    @Test // TC-503
    void letsThoseWhoWaitTryThemselvesWhenTheFirstFails() throws Exception {
        harness.tool
                .run(attempt -> {
                    wait("");
                    throw new IllegalStateException("declined");
                })
                .result("paid");
        List<Future<ToolResult>> callers = callers(3);
        awaitWaiting(3);
        mayEnd.countDown();

        int failed = 0;
        for (Future<ToolResult> caller : callers) {
            try {
                assertThat(caller.get().text()).isEqualTo("paid");
            } catch (ExecutionException declined) {
                assertThat(declined).hasRootCauseMessage("declined");
                failed++;
            }
        }

        assertThat(failed).isEqualTo(1);
        assertThat(harness.tool.calls()).isEqualTo(2);
    }

    @Test
    void leavesTheOthersAloneWhenOneWhoWaitsGoesAway() throws Exception {
        harness.tool.run(attempt -> wait("paid"));
        Future<ToolResult> first = callers(1).get(0);
        atWork.await();
        Cancellation cancellation = Cancellation.create();
        Future<ToolResult> second = threads.submit(
                () -> handler.call(charge("call_1"), CallSettings.DEFAULTS.withCancellation(cancellation)));
        awaitWaiting(2);
        Future<ToolResult> third = callers(1).get(0);
        awaitWaiting(3);

        cancellation.cancel(Cancellation.Reason.CONSUMER);

        assertThatThrownBy(second::get).hasCauseInstanceOf(CancelledException.class);
        mayEnd.countDown();
        assertThat(first.get().text()).isEqualTo("paid");
        assertThat(third.get().cacheStatus()).isEqualTo(CacheStatus.HIT);
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void leavesTheOthersAloneWhenOneWhoWaitsIsInterrupted() throws Exception {
        harness.tool.run(attempt -> wait("paid"));
        Future<ToolResult> first = callers(1).get(0);
        atWork.await();
        Future<ToolResult> second = callers(1).get(0);
        awaitWaiting(2);

        second.cancel(true);
        awaitWaiting(1);
        mayEnd.countDown();

        assertThat(first.get().text()).isEqualTo("paid");
    }

    @Test
    void refusesToWaitForTooLong() throws Exception {
        harness.tool.run(attempt -> wait("paid"));
        Future<ToolResult> first = callers(1).get(0);
        atWork.await();
        Future<ToolResult> second = callers(1).get(0);
        awaitWaiting(2);

        harness.time.advance(spec.maxWait());

        assertThatThrownBy(second::get)
                .hasCauseInstanceOf(AgentKitException.class)
                .hasRootCauseMessage("Tool 'charge_card' was not called: this same call is still being made elsewhere");
        mayEnd.countDown();
        assertThat(first.get().text()).isEqualTo("paid");
    }

    private UnknownOutcome heldElsewhere() {
        CuttableStore cut = new CuttableStore(store);
        ChainHarness other = ChainHarness.create();
        other.environment(other.environment().withIds(() -> "other"));
        other.addTool("idempotent", spec.toolMiddleware(other.resources(cut)));
        other.tool.run(attempt -> {
            cut.cut();
            return ToolResult.of("");
        });
        other.toolHandler().call(charge("call_1"));
        harness.time.advance(spec.lease());
        UnknownOutcome outcome = store.unknown(1).get(0);
        store.renew(outcome.key(), outcome.holder(), spec.lease());
        return outcome;
    }

    @Test
    void waitsForTheResultOfAnotherProcess() {
        UnknownOutcome elsewhere = heldElsewhere();
        harness.time.whileSleeping(
                () -> store.complete(elsewhere.key(), elsewhere.holder(), "paid elsewhere", spec.keep()));

        assertThat(handler.call(charge("call_1")))
                .isEqualTo(ToolResult.of("paid elsewhere").replayed());
        assertThat(harness.tool.calls()).isZero();
    }

    @Test
    void makesACallThatAnotherProcessDidNotMakeAfterAll() {
        UnknownOutcome elsewhere = heldElsewhere();
        harness.time.whileSleeping(() -> store.release(elsewhere.key(), elsewhere.holder()));

        assertThat(handler.call(charge("call_1"))).isEqualTo(ToolResult.of("done"));
    }

    @Test
    void refusesToWaitForAnotherProcessForTooLong() {
        heldElsewhere();

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(() -> handler.call(charge("call_1")))
                .satisfies(refused -> assertThat(refused.kind()).isEqualTo(ErrorKind.NOT_CALLED));
        assertThat(harness.time.sleeps().stream().reduce(Duration.ZERO, Duration::plus))
                .isEqualTo(spec.maxWait());
    }
}

package io.agentkit.resilience;

import static io.agentkit.ErrorKind.CIRCUIT_OPEN;
import static io.agentkit.ErrorKind.INVALID_REQUEST;
import static io.agentkit.ErrorKind.RATE_LIMITED;
import static io.agentkit.ErrorKind.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.agentkit.AgentKitException;
import io.agentkit.CallKind;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.OwnThread;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RetryBreakerTests {

    private static final Duration COOL_DOWN = Duration.ofSeconds(15);

    private final ChainHarness harness = ChainHarness.create();
    private final Breakers breakers = new Breakers(harness.time);

    RetryBreakerTests() {
        harness.add("retry", spec(1).chatMiddleware(harness.resources(breakers)));
    }

    @Test // TC-465
    void opensAfterSoManyFailuresInARow() {
        failTimes(2);
        assertThat(state()).isEqualTo(BreakerState.CLOSED);

        failTimes(1);

        assertThat(state()).isEqualTo(BreakerState.OPEN);
        assertRefused();
        assertThat(harness.model.calls()).isEqualTo(3);
        assertThat(harness.events.names())
                .containsSubsequence("breaker.opened", "breaker.refused")
                .doesNotContain("breaker.closed");
    }

    @Test // TC-468
    void beginsToCountAnewWithASuccess() {
        failTimes(2);
        harness.model.reply("hello").reply("hello");
        harness.chat("hi");
        harness.chat("hi");

        failTimes(2);

        assertThat(state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test // TC-466
    void letsOneRequestTryAfterTheCoolDown() {
        open();
        harness.time.advance(COOL_DOWN);
        assertThat(state()).isEqualTo(BreakerState.HALF_OPEN);
        harness.model.run(attempt -> {
            assertRefused();
            assertRefused();
            return ChatReply.of("works");
        });

        assertThat(harness.chat("hi").text()).isEqualTo("works");

        assertThat(state()).isEqualTo(BreakerState.CLOSED);
        assertThat(harness.events.names()).endsWith("breaker.closed", "call.ended");
        harness.model.reply("hello");
        assertThat(harness.chat("hi").text()).isEqualTo("hello");
    }

    @Test // TC-467
    void opensAnewWithAWholeCoolDownWhenTheTryFails() {
        open();
        harness.time.advance(COOL_DOWN);
        failTimes(1);

        harness.time.advance(COOL_DOWN.minusNanos(1));
        assertRefused();
        harness.time.advance(Duration.ofNanos(1));

        harness.model.reply("hello");
        assertThat(harness.chat("hi").text()).isEqualTo("hello");
    }

    @Test // TC-469
    void neverCountsWhatIsPermanent() {
        for (int i = 0; i < 20; i++) {
            harness.model.fail(Failures.of(INVALID_REQUEST));
            assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(AgentKitException.class);
        }

        assertThat(state()).isEqualTo(BreakerState.CLOSED);
        failTimes(2);
        harness.model.fail(Failures.of(INVALID_REQUEST));
        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(AgentKitException.class);
        failTimes(1);
        assertThat(state()).isEqualTo(BreakerState.OPEN);
    }

    @Test
    void neverCountsWhatWasNeverSent() {
        for (int i = 0; i < 5; i++) {
            harness.model.fail(new AgentKitException(RATE_LIMITED, "our own limit"));
            assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(AgentKitException.class);
        }

        assertThat(state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test // TC-470
    void startsTheCoolDownAnewWhenTheTryFailsForAReasonOfItsOwn() {
        open();
        harness.time.advance(COOL_DOWN);
        harness.model.fail(Failures.of(INVALID_REQUEST));
        assertThatThrownBy(() -> harness.chat("hi"))
                .isInstanceOf(AgentKitException.class)
                .isNotInstanceOf(CircuitOpenException.class);

        assertRefused();
        harness.time.advance(COOL_DOWN);

        harness.model.reply("hello");
        assertThat(harness.chat("hi").text()).isEqualTo("hello");
    }

    @Test // TC-470
    void startsTheCoolDownAnewWhenTheTryIsCancelled() {
        Cancellation cancellation = Cancellation.create();
        open();
        harness.time.advance(COOL_DOWN);
        harness.model.run(attempt -> {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw Failures.of(UNAVAILABLE);
        });
        assertThatThrownBy(() -> harness.chatHandler()
                        .call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withCancellation(cancellation)))
                .isInstanceOf(CancelledException.class);

        assertRefused();
        harness.time.advance(COOL_DOWN);

        harness.model.reply("hello");
        assertThat(harness.chat("hi").text()).isEqualTo("hello");
    }

    @Test // TC-471
    void replacesATryThatIsLostAfterExactlyOneCoolDown() {
        open();
        harness.time.advance(COOL_DOWN);
        harness.model.run(attempt -> {
            harness.time.advance(COOL_DOWN.minusNanos(1));
            assertRefused();
            harness.time.advance(Duration.ofNanos(1));
            harness.model.reply("second try");
            assertThat(harness.chat("hi").text()).isEqualTo("second try");
            failTimes(2);
            return ChatReply.of("lost");
        });

        assertThat(harness.chat("hi").text()).isEqualTo("lost");

        failTimes(1);
        assertThat(state()).as("the one that was replaced says nothing").isEqualTo(BreakerState.OPEN);
    }

    @Test // TC-472
    void reachesTheModelOnceInACoolDownWithPermanentFailures() {
        open();
        harness.time.advance(COOL_DOWN);
        int before = harness.model.calls();
        harness.model.always(attempt -> {
            throw Failures.of(INVALID_REQUEST);
        });

        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(AgentKitException.class);
        }

        assertThat(harness.model.calls() - before).isEqualTo(1);
    }

    @Test // TC-473
    void letsOneOfManyPassAfterTheCoolDown() throws Exception {
        open();
        harness.time.advance(COOL_DOWN);
        int before = harness.model.calls();
        CountDownLatch refused = new CountDownLatch(4);
        harness.model.always(attempt -> {
            await(refused);
            return ChatReply.of("works");
        });
        List<CompletableFuture<Boolean>> callers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            callers.add(OwnThread.supply(() -> {
                try {
                    harness.chat("hi");
                    return true;
                } catch (CircuitOpenException refusal) {
                    refused.countDown();
                    return false;
                }
            }));
        }

        int passed = 0;
        for (CompletableFuture<Boolean> caller : callers) {
            passed += caller.get() ? 1 : 0;
        }
        assertThat(passed).isEqualTo(1);
        assertThat(harness.model.calls() - before).isEqualTo(1);
    }

    @Test // TC-474
    void refusesWithTheFailureAndTheRemainingWait() {
        AgentKitException last = open();
        harness.time.advance(Duration.ofSeconds(5));

        Throwable refusal = catchThrowable(() -> harness.chat("hi"));

        assertThat(refusal)
                .isInstanceOf(CircuitOpenException.class)
                .hasCause(last)
                .hasMessage(
                        "The circuit of '(default)' is open: it failed 3 times in a row, and nothing is sent for another PT10S")
                .asInstanceOf(type(CircuitOpenException.class))
                .returns(CIRCUIT_OPEN, CircuitOpenException::kind)
                .returns(Duration.ofSeconds(10), open -> open.failure().retryAfter());
        assertThat(harness.events.of(BreakerRefused.class))
                .containsExactly(new BreakerRefused("4", CallKind.CHAT, "chat", "(default)", Duration.ofSeconds(10)));
    }

    @Test // TC-475, TC-057
    void staysOpenWhenARequestFromBeforeSucceedsLate() {
        harness.model.run(attempt -> {
            open();
            return ChatReply.of("late");
        });

        assertThat(harness.chat("hi").text()).isEqualTo("late");

        assertRefused();
    }

    @Test // TC-475, TC-057
    void leavesTheVerdictToTheTryWhenARequestFromBeforeEnds() {
        harness.model.run(attempt -> {
            open();
            harness.time.advance(COOL_DOWN);
            harness.model.run(trying -> ChatReply.of("works"));
            throw Failures.of(UNAVAILABLE);
        });
        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(AgentKitException.class);

        assertThat(harness.chat("hi").text()).isEqualTo("works");
        assertThat(state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test // TC-476
    void staysLegalUnderThreads() throws Exception {
        AtomicInteger turns = new AtomicInteger();
        harness.model.always(attempt -> {
            int turn = turns.incrementAndGet();
            if (turn % 3 == 0) {
                return ChatReply.of("works");
            }
            throw Failures.of(turn % 5 == 0 ? INVALID_REQUEST : UNAVAILABLE);
        });
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            callers.add(OwnThread.run(() -> {
                for (int call = 0; call < 500; call++) {
                    try {
                        harness.chat("hi");
                    } catch (CircuitOpenException refusal) {
                        harness.time.advance(COOL_DOWN);
                    } catch (AgentKitException failure) {
                        assertThat(failure).isNotNull();
                    }
                }
            }));
        }
        for (CompletableFuture<Void> caller : callers) {
            caller.get();
        }

        harness.model.always(attempt -> ChatReply.of("works"));
        harness.time.advance(COOL_DOWN);
        assertThat(harness.chat("hi").text()).isEqualTo("works");
        assertThat(state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void isOfOneModel() {
        open();
        harness.model.reply("hello");

        ChatReply reply = harness.chatHandler()
                .call(ChatRequest.user("hi").mutate().model("another").build());

        assertThat(reply.text()).isEqualTo("hello");
        assertThat(breakers.all()).extracting(BreakerStatus::target).containsExactly("(default)", "another");
    }

    @Test
    void doesNotWaitForAnAttemptThatWouldBeRefused() {
        ChainHarness retrying = ChainHarness.create();
        retrying.add("retry", spec(10).chatMiddleware(retrying.resources(breakers)));
        retrying.model.always(attempt -> {
            throw Failures.of(UNAVAILABLE);
        });

        Throwable thrown = catchThrowable(() -> retrying.chat("hi"));

        assertThat(thrown).asInstanceOf(type(AgentKitException.class)).returns(UNAVAILABLE, AgentKitException::kind);
        assertThat(retrying.model.calls()).isEqualTo(3);
        assertThat(retrying.time.sleeps()).hasSize(2);
        assertThat(retrying.events.of(RetryExhausted.class))
                .extracting(RetryExhausted::reason)
                .containsExactly(RetryExhausted.Reason.CIRCUIT_OPEN);
    }

    @Test
    void doesNotRetryItsOwnRefusal() {
        open();
        ChainHarness retrying = ChainHarness.create();
        retrying.add("retry", spec(10).chatMiddleware(retrying.resources(breakers)));

        assertThatThrownBy(() -> retrying.chat("hi"))
                .isInstanceOf(CircuitOpenException.class)
                .hasNoSuppressedExceptions();
        assertThat(retrying.time.sleeps()).isEmpty();
    }

    @Test
    void guardsToolsThatAreNotRetriedToo() {
        harness.addTool("retry", spec(3).toolMiddleware(harness.resources(breakers)));
        harness.tool.fail(Failures.of(ErrorKind.TOOL));
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> harness.tool(ToolSafety.SIDE_EFFECT, "{}")).isInstanceOf(AgentKitException.class);
        }

        assertThatThrownBy(() -> harness.tool(ToolSafety.SIDE_EFFECT, "{}")).isInstanceOf(CircuitOpenException.class);
        assertThat(harness.tool.calls()).isEqualTo(3);
        assertThat(breakers.find(CallKind.TOOL, "tool", "tool").state()).isEqualTo(BreakerState.OPEN);
        assertThat(breakers.find(CallKind.TOOL, "tool", "other")).isNull();
    }

    @Test
    void isSwitchedOff() {
        ChainHarness off = ChainHarness.create();
        RetrySpec spec = RetrySpec.defaults().withMaxAttempts(1).withBreaker(new BreakerSpec(false, 1, null));
        off.add("retry", spec.chatMiddleware(off.resources(breakers)));
        off.model.always(attempt -> {
            throw Failures.of(UNAVAILABLE);
        });

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> off.chat("hi")).isNotInstanceOf(CircuitOpenException.class);
        }
        assertThat(breakers.all()).isEmpty();
    }

    @Test
    void forgetsModelsWithNothingToRememberWhenThereAreTooMany() {
        open();
        harness.model.always(attempt -> ChatReply.of("hello"));
        for (int i = 0; i < Breakers.MOST + 10; i++) {
            harness.chatHandler()
                    .call(ChatRequest.user("hi").mutate().model("model-" + i).build());
        }

        assertThat(breakers.all()).hasSizeLessThanOrEqualTo(Breakers.MOST);
        assertThat(state()).isEqualTo(BreakerState.OPEN);
    }

    @Test
    void hasItsDefaults() {
        assertThat(BreakerSpec.defaults()).isEqualTo(new BreakerSpec(true, 5, COOL_DOWN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BreakerSpec(null, 0, null))
                .withMessage("'breaker.failures' must be at least 1 (was 0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BreakerSpec(null, null, Duration.ZERO))
                .withMessage("'breaker.coolDown' must be at least 1 ms (was PT0S)");
    }

    private static RetrySpec spec(int maxAttempts) {
        return RetrySpec.defaults().withMaxAttempts(maxAttempts).withBreaker(new BreakerSpec(null, 3, null));
    }

    private AgentKitException open() {
        return failTimes(3);
    }

    private AgentKitException failTimes(int times) {
        AgentKitException last = Failures.of(UNAVAILABLE);
        for (int i = 0; i < times; i++) {
            AgentKitException failure = Failures.of(UNAVAILABLE);
            harness.model.fail(failure);
            assertThatThrownBy(() -> harness.chat("hi")).isSameAs(failure);
            last = failure;
        }
        return last;
    }

    private void assertRefused() {
        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(CircuitOpenException.class);
    }

    private BreakerState state() {
        return breakers.all().get(0).state();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}

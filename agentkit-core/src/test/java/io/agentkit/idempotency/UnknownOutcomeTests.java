package io.agentkit.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.Failure;
import io.agentkit.idempotency.OutcomeDecider.Decision;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UnknownOutcomeTests {

    private static final String KEY = "run-1:1:0:call_1:charge_card";

    private final ChainHarness harness = ChainHarness.create();

    private final InMemoryIdempotencyStore memory = new InMemoryIdempotencyStore(harness.time);

    private final CuttableStore store = new CuttableStore(memory);

    private final IdempotentSpec spec = IdempotentSpec.defaults();

    private static ToolRequest charge(ToolSafety safety) {
        return ToolRequest.of(new ToolFacts("charge_card", safety), "call_1", KEY, "{}");
    }

    private ToolResult call() {
        return call(ToolSafety.SIDE_EFFECT);
    }

    private ToolResult call(ToolSafety safety) {
        return harness.toolHandler().call(charge(safety));
    }

    private void idempotent(IdempotentSpec changed, Object... resources) {
        List<Object> all = new ArrayList<>(List.of(resources));
        all.add(store);
        harness.addTool("idempotent", changed.toolMiddleware(harness.resources(all.toArray())));
    }

    /** As a process leaves it that was killed while its tool was at work. */
    private void leaveBehind(IdempotentSpec changed) {
        idempotent(changed);
        harness.tool.fail(new SilentException()).result("paid");
        assertThatThrownBy(this::call).isInstanceOf(SilentException.class);
    }

    /** A request was sent and no answer came. */
    private static final class SilentException extends AgentKitException {

        private static final long serialVersionUID = 1L;

        SilentException() {
            super(ErrorKind.TIMEOUT, "no answer");
        }
    }

    private void assertRefused() {
        assertThatExceptionOfType(OutcomeUnknownException.class)
                .isThrownBy(this::call)
                .satisfies(refused -> {
                    assertThat(refused.kind()).isEqualTo(ErrorKind.OUTCOME_UNKNOWN);
                    assertThat(refused.isRetryable()).isFalse();
                    assertThat(refused.outcome().tool()).isEqualTo("charge_card");
                })
                .withMessage(
                        "The outcome of an earlier call of tool 'charge_card', begun at 2026-01-15T12:00:00Z, is unknown: it may have acted."
                                + " It was not called again. Do not repeat the call: find out whether it happened, and settle it at"
                                + " /actuator/idempotency");
    }

    @Test // TO-01
    void refusesACallAgainThatMayHaveHappened() {
        leaveBehind(spec);

        assertRefused();
        assertRefused();
        assertThat(harness.tool.calls()).isEqualTo(1);
        assertThat(harness.events.of(OutcomeBecameUnknown.class)).hasSize(1);
        assertThat(harness.events.of(IdempotentRefused.class))
                .extracting(IdempotentRefused::reason)
                .containsExactly(IdempotentRefused.Reason.UNKNOWN_OUTCOME, IdempotentRefused.Reason.UNKNOWN_OUTCOME);
    }

    @Test
    void makesItAgainWhereTheSettingsSaySo() {
        leaveBehind(spec.withOnUnknown(OnUnknown.RUN));

        assertThat(call()).isEqualTo(ToolResult.of("paid"));
        assertThat(call()).isEqualTo(ToolResult.of("paid").replayed());
        assertThat(harness.tool.calls()).isEqualTo(2);
    }

    @Test
    void makesItAgainWhereASecondCallDoesNoHarm() {
        idempotent(spec);
        harness.tool.fail(new SilentException()).result("paid");

        assertThatThrownBy(() -> call(ToolSafety.IDEMPOTENT)).isInstanceOf(SilentException.class);
        assertThat(call(ToolSafety.IDEMPOTENT)).isEqualTo(ToolResult.of("paid"));
    }

    /** Its tool acts, and its process is killed before it can say so. */
    private void killedWhileActing(ToolSafety safety) {
        idempotent(spec);
        harness.tool
                .run(attempt -> {
                    store.cut();
                    return ToolResult.of("paid");
                })
                .result("paid again");
        call(safety);
        harness.time.advance(spec.lease());
        store.mend();
    }

    @Test
    void findsWhatAKilledProcessHadBegun() {
        killedWhileActing(ToolSafety.SIDE_EFFECT);

        assertRefused();
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void takesOverFromAKilledProcessWhereASecondCallDoesNoHarm() {
        killedWhileActing(ToolSafety.IDEMPOTENT);

        assertThat(call(ToolSafety.IDEMPOTENT)).isEqualTo(ToolResult.of("paid again"));
    }

    private void asks(Decision decision) {
        idempotent(spec.withOnUnknown(OnUnknown.ASK), (OutcomeDecider) outcome -> decision);
        harness.tool.fail(new SilentException()).result("paid");
        assertThatThrownBy(this::call).isInstanceOf(SilentException.class);
    }

    @Test
    void makesItAgainWhenTheApplicationSaysThatNothingHappened() {
        asks(Decision.run());

        assertThat(call()).isEqualTo(ToolResult.of("paid"));
        assertThat(harness.tool.calls()).isEqualTo(2);
    }

    @Test
    void givesTheResultThatTheApplicationFindsOut() {
        asks(Decision.happened("receipt 7"));

        assertThat(call()).isEqualTo(ToolResult.of("receipt 7").replayed());
        assertThat(call()).isEqualTo(ToolResult.of("receipt 7").replayed());
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void refusesWhatTheApplicationDoesNotKnowEither() {
        asks(Decision.refuse());

        assertRefused();
    }

    @Test
    void leavesTheOutcomeUnknownWhenTheApplicationFails() {
        idempotent(spec.withOnUnknown(OnUnknown.ASK), (OutcomeDecider) outcome -> {
            throw new IllegalStateException("nobody there");
        });
        harness.tool.fail(new SilentException());
        assertThatThrownBy(this::call).isInstanceOf(SilentException.class);

        assertThatThrownBy(this::call).hasMessage("nobody there");
        assertThat(store.unknown(10)).hasSize(1);
    }

    @Test
    void wantsSomebodyToAsk() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> idempotent(spec.withOnUnknown(OnUnknown.ASK)))
                .withMessage("'onUnknown' is to ask an OutcomeDecider, and there is none");
    }

    static Stream<Throwable> silences() {
        return Stream.of(
                new AgentKitException(ErrorKind.TIMEOUT, "timeout"),
                new CancelledException(Cancellation.Reason.CONSUMER, null),
                new RuntimeException(new SocketTimeoutException("Read timed out")),
                new RuntimeException(new EOFException("connection reset")),
                new AgentKitException(
                        Failure.ofStatus(ErrorKind.UNAVAILABLE, 504, null, null), "gateway timeout", null),
                new AgentKitException(Failure.ofStatus(ErrorKind.UNAVAILABLE, 502, null, null), "bad gateway", null),
                new AgentKitException(ErrorKind.OUTCOME_UNKNOWN, "a tool within it"),
                new AgentKitException(ErrorKind.RESPONSE_TOO_LARGE, "an answer that nobody read"),
                new AgentKitException(ErrorKind.STREAM_PROTOCOL, "an answer that was cut off"),
                new OutOfMemoryError("full"));
    }

    @ParameterizedTest
    @MethodSource("silences") // TC-294
    void doesNotKnowWhatHappenedWhenNoAnswerCame(Throwable silence) {
        idempotent(spec);
        harness.tool.run(attempt -> {
            throw sneaky(silence);
        });

        assertThatThrownBy(this::call).isSameAs(silence);

        assertThat(store.counts()).isEqualTo(new IdempotencyCounts(0, 0, 1));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException sneaky(Throwable error) throws E {
        throw (E) error;
    }

    static Stream<RuntimeException> failures() {
        return Stream.of(
                new IllegalStateException("declined"),
                new RuntimeException(new ConnectException("Connection refused")),
                new RuntimeException(new UnknownHostException("nowhere.example")),
                new AgentKitException(Failure.ofStatus(ErrorKind.INVALID_REQUEST, 400, null, null), "bad", null),
                new AgentKitException(Failure.ofStatus(ErrorKind.UNAVAILABLE, 500, null, null), "broken", null));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void takesAToolAtItsWordThatFails(RuntimeException failure) {
        idempotent(spec);
        harness.tool.fail(failure);

        assertThatThrownBy(this::call).isSameAs(failure);

        assertThat(store.counts()).isEqualTo(new IdempotencyCounts(0, 0, 0));
    }

    @Test
    void distrustsAFailingToolWhereTheSettingsSaySo() {
        idempotent(spec.withOnFailure(OnFailure.UNKNOWN));
        harness.tool.fail(new IllegalStateException("declined"));

        assertThatThrownBy(this::call).hasMessage("declined");
        assertRefused();
    }

    @Test
    void countsTheWorstOfSeveralRequests() {
        idempotent(spec);
        harness.addTool("twice", (call, next) -> {
            try {
                return next.call(call);
            } catch (SilentException silent) {
                return next.call(call);
            }
        });
        harness.tool.fail(new SilentException()).fail(new IllegalStateException("declined"));

        assertThatThrownBy(this::call).hasMessage("declined");
        assertRefused();
    }

    @Test
    void holdsACallForAsLongAsItsToolWorks() {
        harness.addTool(
                "idempotent",
                new IdempotentMiddleware(
                        spec,
                        new Executions(spec, store, new Heartbeats(harness.time, spec.lease(), Runnable::run)),
                        store,
                        outcome -> Decision.refuse()));
        harness.tool.run(attempt -> {
            for (int minute = 0; minute < 60; minute++) {
                harness.time.advance(Duration.ofMinutes(1));
                assertThat(store.counts()).isEqualTo(new IdempotencyCounts(1, 0, 0));
            }
            return ToolResult.of("paid");
        });

        assertThat(call().text()).isEqualTo("paid");
        assertThat(harness.time.pendingTimers()).isZero();
        assertThat(call()).isEqualTo(ToolResult.of("paid").replayed());
    }

    @Test
    void keepsNoResultOfAProcessWhoseCallWasTakenOver() {
        idempotent(spec);
        harness.tool.run(attempt -> {
            // This process stands still for longer than its lease, and another one makes the call.
            store.cut();
            harness.time.advance(spec.lease());
            UnknownOutcome silent = memory.unknown(1).get(0);
            ToolCallMark other = new ToolCallMark(silent.key(), "other", "any", silent.tool(), silent.runId());
            assertThat(memory.takeOver(other, silent.holder(), spec.lease())).isTrue();
            store.mend();
            return ToolResult.of("paid late");
        });

        assertThat(call().text()).isEqualTo("paid late");
        assertThat(memory.counts()).isEqualTo(new IdempotencyCounts(1, 0, 0));
        assertThat(harness.events.of(HoldLost.class)).hasSize(1);
    }
}

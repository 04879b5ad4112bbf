package io.agentkit.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.BlockedException;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.ToolCallContext;
import io.agentkit.ToolMiddleware;
import io.agentkit.audit.AuditDecision;
import io.agentkit.audit.AuditFilter;
import io.agentkit.audit.AuditOutcome;
import io.agentkit.audit.AuditSpec;
import io.agentkit.audit.AuditStore;
import io.agentkit.audit.InMemoryAuditStore;
import io.agentkit.chat.CacheStatus;
import io.agentkit.resilience.RetrySpec;
import io.agentkit.resilience.SideEffects;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.IdempotencyMode;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdempotentTests {

    private static final String KEY = "run-1:1:0:call_1:charge_card";

    private static final ToolFacts CHARGE = new ToolFacts("charge_card", ToolSafety.SIDE_EFFECT);

    private static final ToolFacts BY_ARGUMENTS = CHARGE.withIdempotency(IdempotencyMode.ARGUMENTS, Set.of("at"));

    private final ChainHarness harness = ChainHarness.create();

    private final InMemoryIdempotencyStore store = new InMemoryIdempotencyStore(harness.time);

    private ChainHarness idempotent(IdempotentSpec spec) {
        return harness.addTool("idempotent", spec.toolMiddleware(harness.resources(store)));
    }

    private static ToolRequest charge(String arguments) {
        return ToolRequest.of(CHARGE, "call_1", KEY, arguments);
    }

    private ToolResult call(ToolRequest request) {
        return harness.toolHandler().call(request);
    }

    private ToolResult callInRun(String run, String arguments) {
        try (Run open = Run.open(harness.environment(), spec -> spec.id(run))) {
            assertThat(open.id()).isEqualTo(run);
            return call(ToolRequest.of(BY_ARGUMENTS, arguments));
        }
    }

    private AgentKitException refusal(ToolRequest request) {
        AgentKitException[] refused = new AgentKitException[1];
        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(() -> call(request))
                .satisfies(failure -> refused[0] = failure);
        return refused[0];
    }

    @Test // TC-100
    void makesTheSameCallOnce() {
        idempotent(IdempotentSpec.defaults());
        harness.tool.result("paid").result("paid twice");

        ToolResult first = call(charge("{\"usd\":5}"));
        ToolResult second = call(charge("{ \"usd\": 5 }"));

        assertThat(first).isEqualTo(new ToolResult("paid", CacheStatus.NONE));
        assertThat(second).isEqualTo(new ToolResult("paid", CacheStatus.HIT));
        assertThat(harness.tool.calls()).isEqualTo(1);
        assertThat(harness.events.of(ToolCallReplayed.class)).hasSize(1);
    }

    @Test // TC-282
    void makesTwoCallsThatTheModelAsksForAlthoughTheyAreEqual() {
        idempotent(IdempotentSpec.defaults());

        call(ToolRequest.of(CHARGE, "call_1", "run-1:1:0:call_1:charge_card", "{\"usd\":5}"));
        call(ToolRequest.of(CHARGE, "call_2", "run-1:1:1:call_2:charge_card", "{\"usd\":5}"));

        assertThat(harness.tool.calls()).isEqualTo(2);
    }

    @ParameterizedTest // TC-101
    @EnumSource(
            value = ToolSafety.class,
            names = {"SIDE_EFFECT", "IDEMPOTENT", "UNKNOWN"})
    void goesByWhatIsKnownOfTheTool(ToolSafety safety) {
        idempotent(IdempotentSpec.defaults());
        ToolRequest request = ToolRequest.of(new ToolFacts("charge_card", safety), "call_1", KEY, "{}");

        call(request);
        call(request);

        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test // TC-102
    void letsReadOnlyToolsPass() {
        idempotent(IdempotentSpec.defaults());
        ToolRequest request = ToolRequest.of(new ToolFacts("find", ToolSafety.READ_ONLY), "call_1", KEY, "{}");

        call(request);
        call(request);

        assertThat(harness.tool.calls()).isEqualTo(2);
        assertThat(store.counts()).isEqualTo(new IdempotencyCounts(0, 0, 0));
    }

    @Test // TC-103, TC-502
    void makesACallAgainThatFailed() {
        idempotent(IdempotentSpec.defaults());
        harness.tool
                .fail(new IllegalStateException("declined"))
                .fail(new IllegalStateException("declined"))
                .result("paid");

        assertThatThrownBy(() -> call(charge("{}"))).hasMessage("declined");
        assertThatThrownBy(() -> call(charge("{}"))).hasMessage("declined");
        assertThat(call(charge("{}")).text()).isEqualTo("paid");
        assertThat(call(charge("{}")).cacheStatus()).isEqualTo(CacheStatus.HIT);
        assertThat(harness.tool.calls()).isEqualTo(3);
    }

    private List<AuditDecision> auditedTwice() {
        AuditStore records = new InMemoryAuditStore();
        harness.addTool("audit", AuditSpec.defaults().toolMiddleware(harness.resources(records)));
        idempotent(IdempotentSpec.defaults());
        for (int i = 0; i < 2; i++) {
            try {
                call(charge("{}"));
            } catch (IllegalStateException declined) {
                assertThat(declined).hasMessage("declined");
            }
        }
        List<AuditDecision> decisions = new ArrayList<>();
        records.find(AuditFilter.ALL, null, 10)
                .records()
                .forEach(record -> decisions.add(0, ((AuditOutcome) record.entry()).decision()));
        return decisions;
    }

    @Test // TC-104
    void letsAnAuditOutsideSeeWhichCallsWereReplayed() {
        assertThat(auditedTwice()).containsExactly(AuditDecision.EXECUTED, AuditDecision.DEDUPED);
    }

    @Test // TC-105
    void letsAnAuditOutsideSeeEachFailure() {
        harness.tool.fail(new IllegalStateException("declined"));

        assertThat(auditedTwice()).containsExactly(AuditDecision.FAILED, AuditDecision.FAILED);
        assertThat(harness.tool.calls()).isEqualTo(2);
    }

    @Test // TC-106
    void knowsArgumentsAgainHoweverTheyAreWritten() {
        idempotent(IdempotentSpec.defaults());

        callInRun("run-1", "{\"usd\":5,\"to\":{\"a\":1,\"b\":2}}");
        callInRun("run-1", "{\"to\": {\"b\":2, \"a\":1}, \"usd\":5, \"at\":\"12:00\"}");
        callInRun("run-1", "{\"usd\":5,\"to\":{\"a\":1,\"b\":3}}");
        callInRun("run-2", "{\"usd\":5,\"to\":{\"a\":1,\"b\":2}}");

        assertThat(harness.tool.calls()).isEqualTo(3);
    }

    @Test
    void goesByArgumentsWhereTheSettingsSaySo() {
        idempotent(IdempotentSpec.defaults().withMode(IdempotencyMode.ARGUMENTS));

        try (Run run = Run.open(harness.environment(), spec -> spec.id("run-1"))) {
            assertThat(run.depth()).isZero();
            call(ToolRequest.of(CHARGE, "call_1", "run-1:1:0:call_1:charge_card", "{}"));
            call(ToolRequest.of(CHARGE, "call_2", "run-1:2:0:call_2:charge_card", "{}"));
        }

        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void refusesTheSameCallWithOtherArguments() {
        idempotent(IdempotentSpec.defaults());
        call(charge("{\"usd\":5}"));

        AgentKitException refusal = refusal(charge("{\"usd\":500}"));

        assertThat(refusal.kind()).isEqualTo(ErrorKind.TOOL_USE_ID_REUSED);
        assertThat(refusal.isRetryable()).isFalse();
        assertThat(refusal)
                .hasMessage("Tool 'charge_card' was not called: this same call was made before with other arguments");
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void takesNoNoticeOfVolatileArguments() {
        idempotent(IdempotentSpec.defaults());
        ToolFacts facts = CHARGE.withIdempotency(null, Set.of("at", "trace.id"));

        call(ToolRequest.of(facts, "call_1", KEY, "{\"usd\":5,\"at\":1,\"trace\":{\"id\":\"x\"}}"));
        call(ToolRequest.of(facts, "call_1", KEY, "{\"usd\":5,\"at\":2,\"trace\":{\"id\":\"y\"}}"));

        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void makesEachCallThatNoModelAskedFor() {
        idempotent(IdempotentSpec.defaults());

        call(ToolRequest.of(CHARGE, "{}"));
        call(ToolRequest.of(CHARGE, "{}"));

        assertThat(harness.tool.calls()).isEqualTo(2);
    }

    @Test
    void doesNotTakeCallsOfTwoTenantsForOne() {
        idempotent(IdempotentSpec.defaults());

        for (String tenant : List.of("acme", "globex")) {
            try (Run run = Run.open(harness.environment(), spec -> spec.tenant(tenant))) {
                assertThat(run.depth()).isZero();
                call(charge("{}"));
            }
        }

        assertThat(harness.tool.calls()).isEqualTo(2);
    }

    @Test
    void handsTheToolTheSameKeyEachTime() {
        idempotent(IdempotentSpec.defaults());
        List<@Nullable String> keys = new ArrayList<>();
        harness.tool.run(attempt -> {
            ToolCallContext context = ToolCallContext.current();
            keys.add(context == null ? null : context.idempotencyKey());
            throw new IllegalStateException("declined");
        });

        assertThatThrownBy(() -> call(charge("{}"))).hasMessage("declined");
        assertThatThrownBy(() -> call(charge("{}"))).hasMessage("declined");

        assertThat(keys).hasSize(2).containsOnly(keys.get(0));
        assertThat(keys.get(0)).matches("idem:[0-9a-f]{64}");
        assertThat(ToolCallContext.current()).isNull();
    }

    private ToolMiddleware retryAlways() {
        return RetrySpec.defaults().withSideEffects(SideEffects.ALWAYS).toolMiddleware(harness.resources());
    }

    @ParameterizedTest
    @EnumSource(names = {"IDEMPOTENT", "SIDE_EFFECT"})
    void worksInsideRetry(ToolSafety safety) {
        harness.addTool("retry", retryAlways());
        idempotent(IdempotentSpec.defaults());
        harness.tool.fail(new IllegalStateException("declined")).result("paid");
        ToolRequest request = ToolRequest.of(new ToolFacts("charge_card", safety), "call_1", KEY, "{}");

        assertThat(call(request).text()).isEqualTo("paid");
        assertThat(call(request).cacheStatus()).isEqualTo(CacheStatus.HIT);
        assertThat(harness.tool.calls()).isEqualTo(2);
    }

    @Test
    void worksOutsideRetry() {
        idempotent(IdempotentSpec.defaults());
        harness.addTool("retry", retryAlways());
        harness.tool.fail(new IllegalStateException("declined")).result("paid");

        assertThat(call(charge("{}")).text()).isEqualTo("paid");
        assertThat(call(charge("{}")).cacheStatus()).isEqualTo(CacheStatus.HIT);
        assertThat(harness.tool.calls()).isEqualTo(2);
    }

    @Test // TO-01
    void keepsARetryOutsideFromRepeatingWhatMayHaveHappened() {
        harness.addTool("retry", retryAlways());
        idempotent(IdempotentSpec.defaults());
        harness.tool.fail(new RuntimeException(new SocketTimeoutException("Read timed out")));

        assertThat(refusal(charge("{}"))).isInstanceOf(OutcomeUnknownException.class);
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test // TC-306
    void makesACallAgainThatWasRefusedBeforeItReachedTheTool() {
        boolean[] refuses = {true};
        idempotent(IdempotentSpec.defaults());
        harness.addTool("guard", (call, next) -> {
            if (refuses[0]) {
                throw new BlockedException("not here", "rule 7");
            }
            return next.call(call);
        });

        assertThat(refusal(charge("{}")).kind()).isEqualTo(ErrorKind.BLOCKED);
        refuses[0] = false;
        assertThat(call(charge("{}"))).isEqualTo(ToolResult.of("done"));
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test // TC-306
    void keepsWhatAMiddlewareAnswersInPlaceOfTheTool() {
        idempotent(IdempotentSpec.defaults());
        harness.addTool("cache", (call, next) -> ToolResult.of("from elsewhere"));

        call(charge("{}"));

        assertThat(call(charge("{}"))).isEqualTo(new ToolResult("from elsewhere", CacheStatus.HIT));
        assertThat(harness.tool.calls()).isZero();
    }

    @Test // TC-306
    void doesNotRepeatWhatHappenedWhenItsResultWasRefused() {
        idempotent(IdempotentSpec.defaults());
        harness.addTool("guard", (call, next) -> {
            next.call(call);
            throw new BlockedException("not this", "rule 8");
        });

        assertThat(refusal(charge("{}")).kind()).isEqualTo(ErrorKind.BLOCKED);
        assertThat(refusal(charge("{}")))
                .hasMessage(
                        "Tool 'charge_card' was not called: this same call was made before, and its result was not kept")
                .satisfies(refused -> assertThat(refused.kind()).isEqualTo(ErrorKind.NOT_CALLED));
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void returnsAResultThatIsTooLongToBeKeptOnce() {
        idempotent(IdempotentSpec.defaults().withMaxResultLength(4));
        harness.tool.result("12345");

        assertThat(call(charge("{}")).text()).isEqualTo("12345");
        assertThat(refusal(charge("{}")).kind()).isEqualTo(ErrorKind.NOT_CALLED);
        assertThat(harness.tool.calls()).isEqualTo(1);
        assertThat(harness.events.of(ResultNotKept.class))
                .extracting(ResultNotKept::length)
                .containsExactly(5);
    }

    @Test
    void forgetsAResultAfterAWhile() {
        idempotent(IdempotentSpec.defaults().withKeep(Duration.ofHours(1)));
        call(charge("{}"));
        harness.time.advance(Duration.ofHours(1));

        assertThat(call(charge("{}")).cacheStatus()).isEqualTo(CacheStatus.NONE);
    }

    @Test
    void refusesACallThatIsMadeFromWithinItself() {
        idempotent(IdempotentSpec.defaults());
        List<AgentKitException> inside = new ArrayList<>();
        harness.tool.run(attempt -> {
            inside.add(refusal(charge("{}")));
            return ToolResult.of("done");
        });

        call(charge("{}"));

        assertThat(inside).hasSize(1);
        assertThat(inside.get(0).kind()).isEqualTo(ErrorKind.NOT_CALLED);
        assertThat(harness.events.of(IdempotentRefused.class))
                .extracting(IdempotentRefused::reason)
                .containsExactly(IdempotentRefused.Reason.NESTED);
    }

    @Test
    void letsAToolCallItselfForSomethingElse() {
        idempotent(IdempotentSpec.defaults());
        harness.tool
                .run(attempt -> call(ToolRequest.of(CHARGE, "call_2", "run-2:1:0:call_2:charge_card", "{}")))
                .result("inner");

        assertThat(call(charge("{}")).text()).isEqualTo("inner");
        assertThat(harness.tool.calls()).isEqualTo(2);
    }

    @Test
    void refusesSettingsThatCannotWork() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdempotentSpec.defaults().withLease(Duration.ofMillis(999)))
                .withMessage("'lease' must be from 1 second to 1 day (was PT0.999S)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdempotentSpec.defaults().withKeep(Duration.ZERO))
                .withMessage("'keep' must be from 1 second to 100 years (was PT0S)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdempotentSpec.defaults().withMaxResultLength(-1))
                .withMessage("'maxResultLength' must be from 0 to 100000000 (was -1)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdempotentSpec.defaults().withMaxWait(Duration.ofSeconds(-1)))
                .withMessage("'maxWait' must be from 0 to 1 day (was PT-1S)");
    }
}

package io.agentkit.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.BlockedException;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.Scope;
import io.agentkit.ToolMiddleware;
import io.agentkit.store.AuditDecision;
import io.agentkit.store.AuditFilter;
import io.agentkit.store.AuditPage;
import io.agentkit.store.AuditRecord;
import io.agentkit.store.AuditStore;
import io.agentkit.store.InMemoryAuditStore;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AuditTests {

    private final AuditStore store = new InMemoryAuditStore();

    private final ChainHarness harness = ChainHarness.create();

    private final ToolMiddleware audit = AuditSpec.defaults().toolMiddleware(harness.resources(store));

    /** Tries three times, as retry does. */
    private final ToolMiddleware thrice = (call, next) -> {
        for (int attempt = 1; ; attempt++) {
            call.meta().attempt(attempt);
            try {
                return next.call(call);
            } catch (IllegalStateException failure) {
                if (attempt == 3) {
                    throw failure;
                }
            }
        }
    };

    /** Gives a result again, as idempotent does; failures are not kept. */
    private final AtomicReference<@Nullable ToolResult> kept = new AtomicReference<>();

    private final ToolMiddleware once = (call, next) -> {
        ToolResult before = kept.get();
        if (before != null) {
            return before.replayed();
        }
        ToolResult result = next.call(call);
        kept.set(result);
        return result;
    };

    /** Oldest first. */
    private List<AuditRecord> records() {
        List<AuditRecord> all =
                new ArrayList<>(store.find(AuditFilter.ALL, null, 100).records());
        Collections.reverse(all);
        return all;
    }

    private List<AuditDecision> decisions() {
        return records().stream().map(AuditRecord::decision).toList();
    }

    private void callAndFail() {
        assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}")).isInstanceOf(IllegalStateException.class);
    }

    @Test // TC-155
    void recordsACallThatSucceeds() {
        harness.addTool("audit", audit).addTool("slow", (call, next) -> {
            harness.time.advance(Duration.ofMillis(12));
            return next.call(call);
        });
        harness.tool.result("done");

        try (Run run = Run.open(harness.environment(), r -> r.id("run-1").tenant("acme"))) {
            assertThat(run.depth()).isZero();
            harness.toolHandler()
                    .call(ToolRequest.of(new ToolFacts("find", ToolSafety.READ_ONLY), "call_1", "k", "{\"a\":1}"));
        }

        AuditRecord record = records().get(0);
        assertThat(record.decision()).isEqualTo(AuditDecision.EXECUTED);
        assertThat(record.tool()).isEqualTo("find");
        assertThat(record.toolCallId()).isEqualTo("call_1");
        assertThat(record.runId()).isEqualTo("run-1");
        assertThat(record.scope()).isEqualTo(Scope.of(Scope.TENANT, "acme"));
        assertThat(record.at()).isEqualTo("2026-01-15T12:00:00Z");
        assertThat(record.duration()).isEqualTo(Duration.ofMillis(12));
        assertThat(record.attempts()).isEqualTo(1);
        assertThat(record.executions()).isEqualTo(1);
        assertThat(record.resultHash()).hasSize(64);
        assertThat(record.errorKind()).isNull();
        assertThat(record.error()).isNull();
        assertThat(record.arguments()).isNull();
        assertThat(store.find(record.id())).isSameAs(record);
    }

    @Test // TC-150, TC-151
    void recordsACallThatFails() {
        harness.addTool("audit", audit);
        RuntimeException failure = new IllegalStateException("card 4111 refused");
        harness.tool.fail(failure);

        assertThatThrownBy(() -> harness.tool(ToolSafety.SIDE_EFFECT, "{}")).isSameAs(failure);

        AuditRecord record = records().get(0);
        assertThat(record.decision()).isEqualTo(AuditDecision.FAILED);
        assertThat(record.errorKind()).isNotNull();
        assertThat(record.error()).isEqualTo("unclassified error (IllegalStateException)");
        assertThat(record.resultHash()).isNull();
        assertThat(records()).hasSize(1);
    }

    @Test // TC-152
    void neverHidesTheToolsFailureBehindItsOwn() {
        harness.addTool("audit", AuditSpec.defaults().toolMiddleware(harness.resources(new BrokenStore())));
        RuntimeException failure = new IllegalStateException("the tool's own failure");
        harness.tool.fail(failure);

        assertThatThrownBy(() -> harness.tool(ToolSafety.SIDE_EFFECT, "{}")).isSameAs(failure);
    }

    @Test
    void failsACallThatCannotBeRecorded() {
        harness.addTool("audit", AuditSpec.defaults().toolMiddleware(harness.resources(new BrokenStore())));

        assertThatThrownBy(() -> harness.tool(ToolSafety.SIDE_EFFECT, "{}"))
                .hasMessage("The audit record of tool 'tool' could not be written; the tool did run")
                .isInstanceOfSatisfying(
                        AgentKitException.class,
                        failure -> assertThat(failure.isRetryable()).isFalse());
    }

    @Test
    void goesOnWithoutARecordWhenToldTo() {
        AuditSpec spec = new AuditSpec(null, AuditFailure.CONTINUE);
        harness.addTool("audit", spec.toolMiddleware(harness.resources(new BrokenStore())));

        assertThat(harness.tool(ToolSafety.SIDE_EFFECT, "{}").text()).isEqualTo("done");
    }

    @Test // TC-153
    void hasOneRecordOutsideRetryWhenAllAttemptsFail() {
        harness.addTool("audit", audit).addTool("retry", thrice);
        harness.tool.fail(new IllegalStateException("no"));

        callAndFail();

        assertThat(harness.tool.calls()).isEqualTo(3);
        assertThat(decisions()).containsExactly(AuditDecision.FAILED);
        assertThat(records().get(0).attempts()).isEqualTo(3);
        assertThat(records().get(0).executions()).isEqualTo(3);
    }

    @Test // TC-157
    void hasOneRecordOutsideRetryWhenALaterAttemptSucceeds() {
        harness.addTool("audit", audit).addTool("retry", thrice);
        RuntimeException failure = new IllegalStateException("no");
        harness.tool.fail(failure).fail(failure).result("done");

        harness.tool(ToolSafety.READ_ONLY, "{}");

        assertThat(decisions()).containsExactly(AuditDecision.EXECUTED);
        assertThat(records().get(0).attempts()).isEqualTo(3);
    }

    @Test // TC-154
    void hasARecordForEachAttemptInsideRetry() {
        harness.addTool("retry", thrice).addTool("audit", audit);
        RuntimeException failure = new IllegalStateException("no");
        harness.tool.fail(failure).fail(failure).result("done");

        harness.tool(ToolSafety.READ_ONLY, "{}");

        assertThat(decisions()).containsExactly(AuditDecision.FAILED, AuditDecision.FAILED, AuditDecision.EXECUTED);
        assertThat(records()).extracting(AuditRecord::executions).containsOnly(1);
    }

    @Test // TC-155
    void countsOneAttemptWhereRetryHadNothingToDo() {
        harness.addTool("audit", audit).addTool("retry", thrice);

        harness.tool(ToolSafety.READ_ONLY, "{}");

        assertThat(records().get(0).attempts()).isEqualTo(1);
    }

    @Test // TC-156
    void seesThatAResultWasGivenAgain() {
        harness.addTool("audit", audit).addTool("idempotent", once);

        harness.tool(ToolSafety.SIDE_EFFECT, "{}");
        harness.tool(ToolSafety.SIDE_EFFECT, "{}");

        assertThat(decisions()).containsExactly(AuditDecision.EXECUTED, AuditDecision.DEDUPED);
        assertThat(records()).extracting(AuditRecord::executions).containsExactly(1, 0);
    }

    @Test // TC-156
    void seesThatAFailureIsNeverGivenAgain() {
        harness.addTool("audit", audit).addTool("idempotent", once);
        harness.tool.fail(new IllegalStateException("no"));

        callAndFail();
        callAndFail();

        assertThat(decisions()).containsExactly(AuditDecision.FAILED, AuditDecision.FAILED);
    }

    @Test
    void tellsBlockedFromRefusedFromCancelled() {
        List<RuntimeException> failures = new ArrayList<>(List.of(
                new BlockedException("not allowed", "rule 1"),
                new AgentKitException(ErrorKind.BUDGET_EXCEEDED, "no"),
                new CancelledException(Cancellation.Reason.CONSUMER, null)));
        harness.addTool("audit", audit).addTool("guard", (call, next) -> {
            throw failures.remove(0);
        });

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}")).isInstanceOf(AgentKitException.class);
        }

        assertThat(decisions()).containsExactly(AuditDecision.BLOCKED, AuditDecision.REFUSED, AuditDecision.CANCELLED);
        assertThat(records()).extracting(AuditRecord::executions).containsOnly(0);
        assertThat(harness.tool.calls()).isZero();
    }

    @Test
    void saysFailedWhenABudgetRefusesAfterTheToolRan() {
        harness.addTool("audit", audit).addTool("retry", (call, next) -> {
            next.call(call);
            throw new AgentKitException(ErrorKind.BUDGET_EXCEEDED, "no more");
        });

        assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}")).hasMessage("no more");

        assertThat(decisions()).containsExactly(AuditDecision.FAILED);
    }

    @Test
    void hashesArgumentsByWhatTheyMean() {
        harness.addTool("audit", audit);

        harness.tool(ToolSafety.READ_ONLY, "{\"a\":1,\"b\":[2]}");
        harness.tool(ToolSafety.READ_ONLY, "{ \"b\" : [ 2 ], \"a\" : 1 }");
        harness.tool(ToolSafety.READ_ONLY, "not json");

        List<String> hashes = records().stream().map(AuditRecord::argumentsHash).toList();
        assertThat(hashes.get(1)).isEqualTo(hashes.get(0));
        assertThat(hashes.get(2))
                .isNotEqualTo(hashes.get(0))
                .isEqualTo("7ccfa1fbf3940e6f0c0375d87c0f9235a50514e14cb427bdfaf5077987b26ccf");
    }

    @Test // AU-01
    void keepsArgumentsMaskedWhenToldTo() {
        AuditSpec spec = new AuditSpec(true, null);
        harness.addTool("audit", spec.toolMiddleware(harness.resources(store)));

        harness.tool(ToolSafety.READ_ONLY, "{\"url\":\"https://host/a?key=AIza-1\"}");

        assertThat(records().get(0).arguments()).isEqualTo("{\"url\":\"https://host/a?key=REDACTED\"}");
    }

    @Test
    void tellsThatItRecorded() {
        harness.addTool("audit", audit);

        harness.tool(ToolSafety.READ_ONLY, "{}");

        ToolAudited audited = harness.events.of(ToolAudited.class).get(0);
        assertThat(audited.recordId()).isEqualTo(records().get(0).id());
        assertThat(audited.decision()).isEqualTo(AuditDecision.EXECUTED);
    }

    @Test
    void keepsRecordsInMemoryWhereThereIsNoStore() {
        ChainHarness plain = ChainHarness.create();
        plain.addTool("audit", AuditSpec.defaults().toolMiddleware(plain.resources()));

        plain.tool(ToolSafety.READ_ONLY, "{}");

        assertThat(plain.events.of(ToolAudited.class)).hasSize(1);
    }

    private static final class BrokenStore implements AuditStore {

        @Override
        public void append(AuditRecord record) {
            throw new IllegalStateException("the store's own failure");
        }

        @Override
        public @Nullable AuditRecord find(String id) {
            return null;
        }

        @Override
        public AuditPage find(AuditFilter filter, @Nullable String before, int size) {
            return new AuditPage(List.of(), null);
        }
    }
}

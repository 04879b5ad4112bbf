package io.agentkit.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.BlockedException;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.RequestHook;
import io.agentkit.Run;
import io.agentkit.Scope;
import io.agentkit.ToolApproval;
import io.agentkit.ToolMiddleware;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import io.agentkit.test.ChainHarness;
import io.agentkit.text.Redactor;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuditTests {

    private static final AuditFilter UNKNOWN = AuditFilter.ALL.withDecision(AuditDecision.UNKNOWN);

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
    private List<AuditOutcome> records() {
        List<AuditOutcome> all = new ArrayList<>();
        store.find(AuditFilter.ALL, null, 100).records().forEach(each -> all.add((AuditOutcome) each.entry()));
        Collections.reverse(all);
        return all;
    }

    private List<AuditDecision> decisions() {
        return records().stream().map(AuditOutcome::decision).toList();
    }

    private ToolMiddleware broken(AuditFailure then) {
        return AuditSpec.defaults().withStoreFailure(then).toolMiddleware(harness.resources(new BrokenStore(0)));
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

        AuditOutcome record = records().get(0);
        assertThat(record.decision()).isEqualTo(AuditDecision.EXECUTED);
        assertThat(record.call().tool()).isEqualTo("find");
        assertThat(record.call().toolCallId()).isEqualTo("call_1");
        assertThat(record.call().runId()).isEqualTo("run-1");
        assertThat(record.call().scope()).isEqualTo(Scope.of(Scope.TENANT, "acme"));
        assertThat(record.at()).isEqualTo("2026-01-15T12:00:00Z");
        assertThat(record.duration()).isEqualTo(Duration.ofMillis(12));
        assertThat(record.attempts()).isEqualTo(1);
        assertThat(record.executions()).isEqualTo(1);
        assertThat(record.resultHash()).hasSize(64);
        assertThat(record.errorKind()).isNull();
        assertThat(record.error()).isNull();
        assertThat(record.arguments()).isNull();
        assertThat(record.usd()).isNull();
        assertThat(store.find(record.call().id()))
                .extracting(AuditRecord::entry)
                .containsExactly(record);
    }

    @Test // TC-150, TC-151
    void recordsACallThatFails() {
        harness.addTool("audit", audit);
        RuntimeException failure = new IllegalStateException("card 4111 refused");
        harness.tool.fail(failure);

        assertThatThrownBy(() -> harness.tool(ToolSafety.SIDE_EFFECT, "{}")).isSameAs(failure);

        AuditOutcome record = records().get(0);
        assertThat(record.decision()).isEqualTo(AuditDecision.FAILED);
        assertThat(record.errorKind()).isNotNull();
        assertThat(record.error()).isEqualTo("unclassified error (IllegalStateException)");
        assertThat(record.resultHash()).isNull();
        assertThat(records()).hasSize(1);
    }

    @Test // TC-152
    void neverHidesTheToolsFailureBehindItsOwn() {
        harness.addTool("audit", broken(AuditFailure.FAIL));
        RuntimeException failure = new IllegalStateException("the tool's own failure");
        harness.tool.fail(failure);

        assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}")).isSameAs(failure);
    }

    @Test
    void doesNotCallAToolThatActsWithoutARecord() {
        harness.addTool("audit", broken(AuditFailure.FAIL));

        assertThatThrownBy(() -> harness.tool(ToolSafety.SIDE_EFFECT, "{}"))
                .hasMessage("Tool 'tool' was not called: its audit record could not be written")
                .isInstanceOfSatisfying(
                        AgentKitException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.NOT_CALLED));
        assertThatThrownBy(() -> harness.tool(ToolSafety.UNKNOWN, "{}")).hasMessageContaining("was not called");
        assertThat(harness.tool.calls()).isZero();
        assertThat(harness.events.of(AuditFailed.class).get(0).beforeTool()).isTrue();
    }

    @Test
    void returnsTheResultOfAToolThatIsKnownToHaveActed() {
        AuditStore failing = new BrokenStore(1);
        harness.addTool("audit", AuditSpec.defaults().toolMiddleware(harness.resources(failing)));

        assertThat(harness.tool(ToolSafety.SIDE_EFFECT, "{}").text()).isEqualTo("done");
        assertThat(harness.events.of(AuditFailed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.beforeTool()).isFalse());
    }

    @Test
    void failsACallThatCannotBeRecorded() {
        harness.addTool("audit", broken(AuditFailure.FAIL));

        assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}"))
                .hasMessage("The audit record of tool 'tool' could not be written; the tool did run")
                .isInstanceOfSatisfying(
                        AgentKitException.class,
                        failure -> assertThat(failure.isRetryable()).isFalse());
    }

    @Test
    void goesOnWithoutARecordWhenToldTo() {
        harness.addTool("audit", broken(AuditFailure.CONTINUE));

        assertThat(harness.tool(ToolSafety.SIDE_EFFECT, "{}").text()).isEqualTo("done");
    }

    @Test
    void tellsThatAToolIsAboutToRunBeforeItDoes() {
        List<AuditRecord> before = new ArrayList<>();
        harness.addTool("audit", audit);
        harness.tool.run(attempt -> {
            before.addAll(store.find(UNKNOWN, null, 10).records());
            return ToolResult.of("done");
        });

        harness.tool(ToolSafety.SIDE_EFFECT, "{}");

        assertThat(before).singleElement().satisfies(record -> {
            assertThat(record.decision()).isEqualTo(AuditDecision.UNKNOWN);
            assertThat(record.call().argumentsHash())
                    .isEqualTo(records().get(0).call().argumentsHash());
        });
        assertThat(store.find(UNKNOWN, null, 10).records()).isEmpty();
        assertThat(store.find(records().get(0).call().id())).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "SIDE_EFFECTS, READ_ONLY, 0",
        "SIDE_EFFECTS, IDEMPOTENT, 0",
        "SIDE_EFFECTS, SIDE_EFFECT, 1",
        "SIDE_EFFECTS, UNKNOWN, 1",
        "WRITES, READ_ONLY, 0",
        "WRITES, IDEMPOTENT, 1",
        "ALL, READ_ONLY, 1"
    })
    void tellsOfStartsBySafety(AuditStarts starts, ToolSafety safety, int started) {
        harness.addTool("audit", AuditSpec.defaults().withStartedFor(starts).toolMiddleware(harness.resources(store)));

        harness.tool(safety, "{}");

        assertThat(records().get(0).started()).isEqualTo(started);
    }

    @Test
    void tellsOfNoStartWhereNothingRuns() {
        harness.addTool("audit", audit).addTool("idempotent", once).addTool("budget", refusing());

        harness.tool(ToolSafety.SIDE_EFFECT, "{}");
        harness.tool(ToolSafety.SIDE_EFFECT, "{}");
        kept.set(null);
        assertThatThrownBy(() -> harness.tool(ToolSafety.SIDE_EFFECT, "{}")).hasMessage("no more");

        assertThat(decisions()).containsExactly(AuditDecision.EXECUTED, AuditDecision.DEDUPED, AuditDecision.REFUSED);
        assertThat(records()).extracting(AuditOutcome::started).containsExactly(1, 0, 0);
    }

    /** Has a hook that refuses the second request. */
    private static ToolMiddleware refusing() {
        AtomicInteger requests = new AtomicInteger();
        return (call, next) -> next.call(call.withHook(new RequestHook() {
            @Override
            public void reserve(Attempt<?> attempt) {
                if (requests.incrementAndGet() > 1) {
                    throw new AgentKitException(ErrorKind.BUDGET_EXCEEDED, "no more");
                }
            }
        }));
    }

    @Test
    void saysWhatModelsSpentInsideTheTool() {
        Pricing cent = (model, usage) -> Money.usd("0.01");
        harness.pricing(cent).addTool("audit", audit);
        harness.model.reply("1").reply("2").reply("3");
        harness.tool.run(attempt -> {
            harness.chat("one");
            return ToolResult.of(harness.chat("two").text());
        });

        harness.tool(ToolSafety.READ_ONLY, "{}");
        harness.chat("outside");

        assertThat(records().get(0).usd()).isEqualTo(Money.usd("0.02"));
    }

    @Test
    void writesWhileTheThreadIsInterrupted() {
        InterruptibleStore interruptible = new InterruptibleStore(store);
        harness.addTool("audit", AuditSpec.defaults().toolMiddleware(harness.resources(interruptible)));
        harness.tool.run(attempt -> {
            Thread.currentThread().interrupt();
            return ToolResult.of("done");
        });
        Thread.currentThread().interrupt();

        harness.tool(ToolSafety.SIDE_EFFECT, "{}");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(interruptible.interrupted).isFalse();
        assertThat(decisions()).containsExactly(AuditDecision.EXECUTED);
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
        assertThat(records()).extracting(AuditOutcome::executions).containsOnly(1);
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
        assertThat(records()).extracting(AuditOutcome::executions).containsExactly(1, 0);
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
        assertThat(records()).extracting(AuditOutcome::executions).containsOnly(0);
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

        List<String> hashes =
                records().stream().map(each -> each.call().argumentsHash()).toList();
        assertThat(hashes.get(1)).isEqualTo(hashes.get(0));
        assertThat(hashes.get(2))
                .isNotEqualTo(hashes.get(0))
                .isEqualTo("7ccfa1fbf3940e6f0c0375d87c0f9235a50514e14cb427bdfaf5077987b26ccf");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void saysWhoApprovedACallInsideOrOutside(boolean outside) {
        ToolMiddleware asks = (call, next) -> {
            call.meta().put(ToolApproval.ATTRIBUTE, new ToolApproval(true, "ann"));
            return next.call(call);
        };
        harness.addTool("one", outside ? asks : audit).addTool("other", outside ? audit : asks);
        harness.tool.result("paid");

        harness.tool(ToolSafety.SIDE_EFFECT, "{}");

        ToolApproval ann = new ToolApproval(true, "ann");
        assertThat(records().get(0).approval()).isEqualTo(ann);
        assertThat(store.find(records().get(0).call().id()).get(0).entry())
                .isInstanceOfSatisfying(
                        AuditStarted.class,
                        started -> assertThat(started.approval()).isEqualTo(ann));
    }

    @Test
    void saysWhoDeniedACall() {
        harness.addTool("audit", audit).addTool("denies", (call, next) -> {
            call.meta().put(ToolApproval.ATTRIBUTE, new ToolApproval(false, "bob"));
            throw new BlockedException("no", "denied");
        });

        assertThatThrownBy(() -> harness.tool(ToolSafety.SIDE_EFFECT, "{}")).isInstanceOf(BlockedException.class);

        assertThat(records().get(0).decision()).isEqualTo(AuditDecision.BLOCKED);
        assertThat(records().get(0).approval()).isEqualTo(new ToolApproval(false, "bob"));
    }

    @Test // AU-01
    void keepsArgumentsAndResultsMaskedWhenToldTo() {
        AuditSpec spec = AuditSpec.defaults().keeping(true, true);
        Redactor redactor = text -> text.replace("4111", "card");
        harness.addTool("audit", spec.toolMiddleware(harness.resources(store, redactor)));
        harness.tool.result("https://u:p@host/ paid with 4111");

        harness.tool(ToolSafety.SIDE_EFFECT, "{\"url\":\"https://host/a?key=AIza-1\",\"card\":4111}");

        AuditOutcome record = records().get(0);
        assertThat(record.arguments()).isEqualTo("{\"url\":\"https://host/a?key=REDACTED\",\"card\":card}");
        assertThat(record.result()).isEqualTo("https://REDACTED@host/ paid with card");
        assertThat(store.find(record.call().id()).get(0).entry())
                .isInstanceOfSatisfying(
                        AuditStarted.class,
                        started -> assertThat(started.arguments()).isEqualTo(record.arguments()));
    }

    @Test // AU-01
    void keepsNoSecretArgument() {
        AuditSpec spec = AuditSpec.defaults().keeping(true, true);
        harness.addTool("audit", spec.toolMiddleware(harness.resources(store)));
        ToolFacts facts = new ToolFacts("pay", ToolSafety.READ_ONLY).withSecretArguments(Set.of("pin", "card.number"));

        for (String arguments : List.of(
                "{\"pin\":1234,\"card\":[{\"number\":\"4111\"}],\"a\":1}",
                "{\"a\":1,\"card\":[{\"number\":\"4222\"}],\"pin\":5678}",
                "pin=1234")) {
            harness.toolHandler().call(ToolRequest.of(facts, arguments));
        }

        assertThat(records())
                .extracting(AuditOutcome::arguments)
                .containsExactly(
                        "{\"a\":1,\"card\":[{\"number\":\"REDACTED\"}],\"pin\":\"REDACTED\"}",
                        "{\"a\":1,\"card\":[{\"number\":\"REDACTED\"}],\"pin\":\"REDACTED\"}",
                        "\"REDACTED\"");
        assertThat(records().get(0).call().argumentsHash())
                .isEqualTo(records().get(1).call().argumentsHash());
    }

    @Test
    void keepsNoTextWhenTheRedactorFails() {
        Redactor broken = text -> {
            throw new IllegalStateException("no");
        };
        AuditSpec spec = AuditSpec.defaults().keeping(true, false);
        harness.addTool("audit", spec.toolMiddleware(harness.resources(store, broken)));

        harness.tool(ToolSafety.READ_ONLY, "{\"a\":1}");

        assertThat(records().get(0).arguments()).isEqualTo("[not kept]");
    }

    @Test
    void returnsTheResultOfAToolThatRanWhateverTheRedactorDoes() {
        List<Redactor> broken = List.of(
                text -> {
                    throw new StackOverflowError();
                },
                AuditTests::nothing);
        for (Redactor each : broken) {
            ChainHarness own = ChainHarness.create();
            own.addTool("audit", AuditSpec.defaults().keeping(true, true).toolMiddleware(own.resources(store, each)));
            own.tool.result("paid");

            assertThat(own.tool(ToolSafety.SIDE_EFFECT, "{}").text()).isEqualTo("paid");
        }

        assertThat(records()).extracting(AuditOutcome::result).containsExactly("[not kept]", "[not kept]");
    }

    @SuppressWarnings("NullAway") // as an application may that does not check
    private static String nothing(String text) {
        return null;
    }

    @Test
    void takesAMegabyteOfArguments() {
        AuditSpec spec = AuditSpec.defaults().keeping(true, true);
        harness.addTool("audit", spec.toolMiddleware(harness.resources(store)));
        harness.tool.result("\ud800".repeat(1 << 20));

        harness.tool(ToolSafety.SIDE_EFFECT, "{\"a\":\"" + "x".repeat(1 << 20) + "\"}");

        assertThat(records().get(0).arguments()).hasSizeLessThanOrEqualTo(8_192).endsWith("[truncated]");
        assertThat(store.verify().isIntact()).isTrue();
    }

    @Test
    void keepsNamesThatSomebodyMadeUpShort() {
        harness.addTool("audit", audit);
        String endless = "x".repeat(1 << 20);

        try (Run run = Run.open(
                harness.environment(), spec -> spec.id(endless).tenant(endless).user("ann"))) {
            assertThat(run.depth()).isZero();
            harness.toolHandler()
                    .call(ToolRequest.of(new ToolFacts(endless, ToolSafety.SIDE_EFFECT), endless, "k", "{}"));
        }

        AuditCall call = records().get(0).call();
        assertThat(List.of(
                        call.tool(),
                        call.runId(),
                        call.toolCallId(),
                        call.scope().values().get(Scope.TENANT)))
                .allSatisfy(name -> assertThat(name).hasSize(1_024).endsWith("[truncated]"));
        assertThat(call.scope().get(Scope.USER)).isEqualTo("ann");
    }

    @Test
    void neverHidesTheToolsFailureBehindAnErrorOfTheStore() {
        AuditStore exhausted = new InterruptibleStore(store) {
            @Override
            public void append(AuditEntry entry) {
                throw new StackOverflowError();
            }
        };
        harness.addTool("audit", AuditSpec.defaults().toolMiddleware(harness.resources(exhausted)));
        RuntimeException failure = new IllegalStateException("no");
        harness.tool.fail(failure);

        assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}")).isSameAs(failure);
    }

    @Test
    void tellsThatItRecorded() {
        harness.addTool("audit", audit);

        harness.tool(ToolSafety.READ_ONLY, "{}");

        ToolAudited audited = harness.events.of(ToolAudited.class).get(0);
        assertThat(audited.recordId()).isEqualTo(records().get(0).call().id());
        assertThat(audited.decision()).isEqualTo(AuditDecision.EXECUTED);
    }

    @Test
    void keepsRecordsInMemoryWhereThereIsNoStore() {
        ChainHarness plain = ChainHarness.create();
        plain.addTool("audit", AuditSpec.defaults().toolMiddleware(plain.resources()));

        plain.tool(ToolSafety.READ_ONLY, "{}");

        assertThat(plain.events.of(ToolAudited.class)).hasSize(1);
    }

    /** Fails after a number of entries. */
    private static final class BrokenStore implements AuditStore {

        private int works;

        private BrokenStore(int works) {
            this.works = works;
        }

        @Override
        public void append(AuditEntry entry) {
            if (works-- <= 0) {
                throw new IllegalStateException("the store's own failure");
            }
        }

        @Override
        public List<AuditRecord> find(String id) {
            return List.of();
        }

        @Override
        public AuditPage find(AuditFilter filter, @Nullable String before, int size) {
            return new AuditPage(List.of(), null);
        }

        @Override
        public AuditVerification verify() {
            return new AuditVerification(List.of());
        }
    }

    /** Notes whether an interrupt would have broken it off. */
    private static class InterruptibleStore implements AuditStore {

        private final AuditStore store;
        private boolean interrupted;

        private InterruptibleStore(AuditStore store) {
            this.store = store;
        }

        @Override
        public void append(AuditEntry entry) {
            interrupted |= Thread.currentThread().isInterrupted();
            store.append(entry);
        }

        @Override
        public List<AuditRecord> find(String id) {
            return store.find(id);
        }

        @Override
        public AuditPage find(AuditFilter filter, @Nullable String before, int size) {
            return store.find(filter, before, size);
        }

        @Override
        public AuditVerification verify() {
            return store.verify();
        }
    }
}

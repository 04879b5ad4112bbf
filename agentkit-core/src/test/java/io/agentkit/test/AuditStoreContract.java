package io.agentkit.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.ErrorKind;
import io.agentkit.Scope;
import io.agentkit.audit.AuditCall;
import io.agentkit.audit.AuditDecision;
import io.agentkit.audit.AuditEntry;
import io.agentkit.audit.AuditFilter;
import io.agentkit.audit.AuditOutcome;
import io.agentkit.audit.AuditPage;
import io.agentkit.audit.AuditRecord;
import io.agentkit.audit.AuditStarted;
import io.agentkit.audit.AuditStore;
import io.agentkit.audit.AuditVerification;
import io.agentkit.money.Money;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every audit store does. */
public abstract class AuditStoreContract {

    public static final Instant START = Instant.parse("2026-01-15T12:00:00Z");

    /** A store without records that holds at least 10,000. */
    protected abstract AuditStore store();

    private static AuditCall call(int number, String tool, String tenant) {
        return new AuditCall(
                "r" + number,
                "c" + number,
                "run" + number / 10,
                Scope.of(Scope.TENANT, tenant).with(Scope.USER, "u"),
                "tool",
                tool,
                ToolSafety.SIDE_EFFECT,
                "call_" + number,
                "a".repeat(64));
    }

    public static AuditStarted started(int number) {
        return new AuditStarted(call(number, "send", "acme"), START.plusSeconds(number), 1, null);
    }

    public static AuditOutcome outcome(int number, AuditDecision decision) {
        return outcome(number, "find", "acme", decision, 0);
    }

    /** @param started for how many requests a record was written before */
    public static AuditOutcome outcome(int number, String tool, String tenant, AuditDecision decision, int started) {
        boolean executed = decision == AuditDecision.EXECUTED;
        return new AuditOutcome(
                call(number, tool, tenant),
                START.plusSeconds(number),
                Duration.ofMillis(12),
                2,
                1,
                started,
                decision,
                executed ? "b".repeat(64) : null,
                executed ? null : ErrorKind.TOOL,
                executed ? null : "tool",
                executed ? Money.usd("0.0125") : null,
                true,
                null,
                executed ? "\"a\\b\"\n\u00e9\ud83d\ude00 \ud800" : null);
    }

    private static List<String> ids(AuditPage page) {
        List<String> ids = new ArrayList<>();
        for (AuditRecord record : page.records()) {
            AuditCall call = record.call();
            ids.add(call == null ? "note" : call.id());
        }
        return ids;
    }

    private static List<AuditEntry> entries(List<AuditRecord> records) {
        return records.stream().map(AuditRecord::entry).toList();
    }

    @Test
    void givesBackWhatItWasGiven() {
        AuditStore store = store();
        AuditOutcome failed = outcome(1, AuditDecision.FAILED);
        AuditOutcome executed = outcome(2, AuditDecision.EXECUTED);
        store.append(failed);
        store.append(executed);

        assertThat(entries(store.find("r1"))).containsExactly(failed);
        assertThat(entries(store.find("r2"))).containsExactly(executed);
        assertThat(store.find("r3")).isEmpty();
        assertThat(entries(store.find(AuditFilter.ALL, null, 10).records())).containsExactly(executed, failed);
    }

    @Test
    void refusesAPlaceThatNoPageGave() {
        AuditStore store = store();
        store.append(started(1));

        for (String before : List.of("", "abc", "1.5", "99999999999999999999", "\u0000")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> store.find(AuditFilter.ALL, before, 10))
                    .withMessage("'before' must be the 'next' of an earlier page");
        }
    }

    @Test
    void pagesFromTheNewest() {
        AuditStore store = store();
        IntStream.rangeClosed(1, 5).forEach(i -> store.append(outcome(i, AuditDecision.EXECUTED)));

        AuditPage first = store.find(AuditFilter.ALL, null, 2);
        store.append(outcome(6, AuditDecision.EXECUTED));
        AuditPage second = store.find(AuditFilter.ALL, first.next(), 2);
        AuditPage third = store.find(AuditFilter.ALL, second.next(), 2);

        assertThat(ids(first)).containsExactly("r5", "r4");
        assertThat(ids(second)).containsExactly("r3", "r2");
        assertThat(ids(third)).containsExactly("r1");
        assertThat(third.next()).isNull();
    }

    @Test
    void givesAnEmptyPageForAPlaceThatIsNotKnown() {
        AuditStore store = store();
        store.append(outcome(1, AuditDecision.EXECUTED));

        assertThat(store.find(AuditFilter.ALL, "1", 10).records()).isEmpty();
    }

    @Test
    void filters() {
        AuditStore store = store();
        store.append(outcome(1, "find", "acme", AuditDecision.EXECUTED, 0));
        store.append(outcome(2, "send", "acme", AuditDecision.FAILED, 0));
        store.append(outcome(13, "send", "other", AuditDecision.EXECUTED, 0));

        assertThat(ids(store.find(AuditFilter.ALL.withTool("send"), null, 10))).containsExactly("r13", "r2");
        assertThat(ids(store.find(AuditFilter.ALL.withRun("run1"), null, 10))).containsExactly("r13");
        assertThat(ids(store.find(AuditFilter.ALL.withScope(Map.of("tenant", "acme")), null, 10)))
                .containsExactly("r2", "r1");
        assertThat(ids(store.find(AuditFilter.ALL.withScope(Map.of("tenant", "acme", "user", "v")), null, 10)))
                .isEmpty();
        assertThat(ids(store.find(AuditFilter.ALL.withDecision(AuditDecision.FAILED), null, 10)))
                .containsExactly("r2");
        assertThat(ids(store.find(AuditFilter.ALL.within(START.plusSeconds(2), START.plusSeconds(13)), null, 10)))
                .containsExactly("r2");
    }

    @Test
    void tellsOfCallsWhoseOutcomeIsUnknown() {
        AuditStore store = store();
        store.append(started(1));
        store.append(started(2));
        store.append(started(3));
        store.append(outcome(2, "send", "acme", AuditDecision.EXECUTED, 1));
        AuditFilter unknown = AuditFilter.ALL.withDecision(AuditDecision.UNKNOWN);

        assertThat(ids(store.find(AuditFilter.ALL, null, 10))).containsExactly("r2", "r3", "r1");
        assertThat(ids(store.find(unknown, null, 10))).containsExactly("r3", "r1");
        AuditPage first = store.find(unknown, null, 1);
        assertThat(ids(first)).containsExactly("r3");
        assertThat(ids(store.find(unknown, first.next(), 1))).containsExactly("r1");
        assertThat(entries(store.find("r1"))).containsExactly(started(1));
        assertThat(entries(store.find("r2")))
                .containsExactly(started(2), outcome(2, "send", "acme", AuditDecision.EXECUTED, 1));
    }

    @Test
    void chainsWhatItKeeps() {
        AuditStore store = store();
        store.append(started(1));
        store.append(outcome(1, "send", "acme", AuditDecision.EXECUTED, 1));
        store.append(outcome(2, AuditDecision.FAILED));

        List<AuditRecord> records = store.find(AuditFilter.ALL, null, 10).records();
        AuditVerification verification = store.verify();

        assertThat(records.get(0).previous()).isEqualTo(records.get(1).hash()).hasSize(64);
        assertThat(records.get(1).number()).isEqualTo(2);
        assertThat(verification.isIntact()).isTrue();
        assertThat(verification.chains()).singleElement().satisfies(chain -> {
            assertThat(chain.entries()).isEqualTo(3);
            assertThat(chain.head()).isEqualTo(3);
            assertThat(chain.headHash()).isEqualTo(records.get(0).hash());
        });
    }

    @Test
    void refusesAPageOfNothing() {
        AuditStore store = store();

        assertThatThrownBy(() -> store.find(AuditFilter.ALL, null, 0)).hasMessage("'size' must be at least 1 (was 0)");
    }

    @Test
    void losesNothingUnderManyThreads() throws Exception {
        AuditStore store = store();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> all = IntStream.range(0, 4)
                    .<Future<?>>mapToObj(thread -> threads.submit(() -> {
                        for (int i = 0; i < 250; i++) {
                            int number = thread * 250 + i;
                            if (i % 2 == 0) {
                                store.append(started(number));
                            }
                            store.append(outcome(number, "send", "acme", AuditDecision.EXECUTED, 1 - i % 2));
                        }
                    }))
                    .toList();
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdown();
        }

        assertThat(store.find(AuditFilter.ALL, null, 10_000).records()).hasSize(1_000);
        assertThat(store.find(AuditFilter.ALL.withDecision(AuditDecision.UNKNOWN), null, 10)
                        .records())
                .isEmpty();
        assertThat(store.verify().isIntact()).isTrue();
    }

    @Test
    void writesAlthoughTheThreadWasInterrupted() {
        AuditStore store = store();
        Thread.currentThread().interrupt();
        try {
            store.append(started(1));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }

        assertThat(store.find("r1")).hasSize(1);
    }
}

package io.agentkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.ErrorKind;
import io.agentkit.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every audit store does. */
abstract class AuditStoreContract {

    static final Instant START = Instant.parse("2026-01-15T12:00:00Z");

    /** A store without records that holds at least 10,000. */
    abstract AuditStore store();

    static AuditRecord record(int number, String tool, String tenant, AuditDecision decision) {
        return new AuditRecord(
                "r" + number,
                "c" + number,
                "run" + number / 10,
                Scope.of(Scope.TENANT, tenant).with(Scope.USER, "u"),
                "tool",
                tool,
                "call_" + number,
                START.plusSeconds(number),
                Duration.ofMillis(12),
                2,
                1,
                "a".repeat(64),
                decision == AuditDecision.EXECUTED ? "b".repeat(64) : null,
                decision,
                decision == AuditDecision.EXECUTED ? null : ErrorKind.TOOL,
                decision == AuditDecision.EXECUTED ? null : "tool",
                null);
    }

    private static List<String> ids(AuditPage page) {
        return page.records().stream().map(AuditRecord::id).toList();
    }

    @Test
    void givesBackWhatItWasGiven() {
        AuditStore store = store();
        AuditRecord failed = record(1, "find", "acme", AuditDecision.FAILED);
        AuditRecord executed = record(2, "find", "acme", AuditDecision.EXECUTED);
        store.append(failed);
        store.append(executed);

        assertThat(store.find("r1")).isEqualTo(failed);
        assertThat(store.find("r2")).isEqualTo(executed);
        assertThat(store.find("r3")).isNull();
    }

    @Test
    void pagesFromTheNewest() {
        AuditStore store = store();
        IntStream.rangeClosed(1, 5).forEach(i -> store.append(record(i, "find", "acme", AuditDecision.EXECUTED)));

        AuditPage first = store.find(AuditFilter.ALL, null, 2);
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
        store.append(record(1, "find", "acme", AuditDecision.EXECUTED));

        assertThat(store.find(AuditFilter.ALL, "gone", 10).records()).isEmpty();
    }

    @Test
    void filters() {
        AuditStore store = store();
        store.append(record(1, "find", "acme", AuditDecision.EXECUTED));
        store.append(record(2, "send", "acme", AuditDecision.FAILED));
        store.append(record(13, "send", "other", AuditDecision.EXECUTED));

        assertThat(ids(store.find(new AuditFilter("send", null, null, null, null, null), null, 10)))
                .containsExactly("r13", "r2");
        assertThat(ids(store.find(new AuditFilter(null, "run1", null, null, null, null), null, 10)))
                .containsExactly("r13");
        assertThat(ids(store.find(new AuditFilter(null, null, "acme", null, null, null), null, 10)))
                .containsExactly("r2", "r1");
        assertThat(ids(store.find(new AuditFilter(null, null, null, AuditDecision.FAILED, null, null), null, 10)))
                .containsExactly("r2");
        assertThat(ids(store.find(
                        new AuditFilter(null, null, null, null, START.plusSeconds(2), START.plusSeconds(13)),
                        null,
                        10)))
                .containsExactly("r2");
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
                            store.append(record(thread * 250 + i, "find", "acme", AuditDecision.EXECUTED));
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
    }
}

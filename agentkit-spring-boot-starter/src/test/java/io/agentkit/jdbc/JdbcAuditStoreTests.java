package io.agentkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.audit.AuditDecision;
import io.agentkit.audit.AuditFilter;
import io.agentkit.audit.AuditRecord;
import io.agentkit.audit.AuditStore;
import io.agentkit.audit.AuditVerification.ChainState;
import io.agentkit.test.AuditStoreContract;
import io.agentkit.test.FakeTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** What the store does in every database. */
abstract class JdbcAuditStoreTests extends AuditStoreContract {

    private static final AuditFilter UNKNOWN = AuditFilter.ALL.withDecision(AuditDecision.UNKNOWN);

    private final FakeTime time = new FakeTime(START);
    private final List<JdbcAuditStore> opened = new ArrayList<>();

    abstract DataSource dataSource();

    private Database database() {
        return TestDatabases.open(dataSource());
    }

    @BeforeEach
    void empty() {
        database().run("empty the tables", session -> {
            session.update("DELETE FROM agentkit_audit");
            return session.update("DELETE FROM agentkit_audit_chain");
        });
    }

    @AfterEach
    void close() {
        opened.forEach(JdbcAuditStore::close);
    }

    private JdbcAuditStore open(String node, Duration keep) {
        Database database = database();
        JdbcAuditStore store =
                new JdbcAuditStore(new AuditRows(database), new AuditAppend(database, node, keep, time), time);
        opened.add(store);
        return store;
    }

    @Override
    protected AuditStore store() {
        return open("n", null);
    }

    private void change(String sql) {
        database().run("change the trail", session -> session.update(sql));
    }

    private static String broken(AuditStore store) {
        return String.valueOf(store.verify().chains().get(0).broken());
    }

    @Test
    void keepsOneChainWhenTwoProcessesHaveTheSameNode() throws Exception {
        AuditStore one = open("n", null);
        AuditStore other = open("n", null);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                int first = thread * 25;
                AuditStore store = thread % 2 == 0 ? one : other;
                all.add(threads.submit(() -> {
                    for (int i = first; i < first + 25; i++) {
                        store.append(started(i));
                    }
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdown();
        }

        assertThat(one.verify().isIntact()).isTrue();
        assertThat(other.verify().chains())
                .singleElement()
                .satisfies(chain -> assertThat(chain.entries()).isEqualTo(100));
    }

    @Test
    void keepsAChainForEachNodeAndReadsThemTogether() {
        AuditStore one = open("a", null);
        AuditStore other = open("b", null);
        one.append(started(1));
        other.append(started(2));
        one.append(outcome(1, "send", "acme", AuditDecision.EXECUTED, 1));

        assertThat(one.verify().isIntact()).isTrue();
        assertThat(one.verify().chains()).extracting(ChainState::name).containsExactly("a", "b");
        assertThat(other.find(UNKNOWN, null, 10).records()).hasSize(1);
        assertThat(other.find("r1")).hasSize(2);
    }

    @Test
    void goesOnInTheNextProcess() {
        open("n", null).append(started(1));
        AuditStore next = open("n", null);
        next.append(started(2));

        assertThat(next.verify().chains())
                .singleElement()
                .satisfies(chain -> assertThat(chain.head()).isEqualTo(2));
        assertThat(next.find(UNKNOWN, null, 10).records()).hasSize(2);
    }

    @Test
    void findsWhatWasChangedOrTakenOut() {
        AuditStore store = open("n", null);
        for (int i = 1; i <= 4; i++) {
            store.append(started(i));
        }

        change("UPDATE agentkit_audit SET entry = REPLACE(entry, '\"r2\"', '\"r9\"') WHERE place = 2");
        assertThat(broken(store))
                .isEqualTo("the entry at place 2 of 'n' was changed: it does not have the hash that it says");
        change("DELETE FROM agentkit_audit WHERE place = 2");
        assertThat(broken(store))
                .isEqualTo("entry 3 at place 3 of 'n' does not follow entry 1: entries between them are missing");
        change("DELETE FROM agentkit_audit WHERE place > 1");
        assertThat(broken(store)).isEqualTo("entry 4 is missing");
    }

    @Test
    void removesOldEntriesAndSaysSo() {
        AuditStore store = open("n", Duration.ofDays(1));
        store.append(started(1));
        for (int i = 2; i <= 10; i++) {
            store.append(outcome(i, AuditDecision.EXECUTED));
        }
        // What was handed over is written on another thread, and must be before the clock moves.
        store.find("none");
        time.advance(Duration.ofDays(2));
        store.append(started(2 * 86_400));
        store.find("none");

        assertThat(store.find("r5")).isEmpty();
        assertThat(store.verify().isIntact()).isTrue();
        assertThat(store.verify().chains().get(0).first()).isEqualTo(11);
        assertThat(store.find(UNKNOWN, null, 10).records())
                .extracting(AuditRecord::entry)
                .contains(started(1), started(2 * 86_400));
        change("DELETE FROM agentkit_audit WHERE place = 11");
        assertThat(broken(store)).endsWith("are missing, and no entry says that they were removed");
    }

    @Test
    void refusesWhatItCannotWriteAndKeepsWhatNobodyWaitsFor() {
        AuditStore store = open("n", null);
        change("ALTER TABLE agentkit_audit RENAME TO elsewhere");
        try {
            store.append(outcome(1, AuditDecision.EXECUTED));
            assertThatThrownBy(() -> store.append(started(2)))
                    .isInstanceOf(AgentKitException.class)
                    .hasMessage("The database failed to write the audit trail");
        } finally {
            change("ALTER TABLE elsewhere RENAME TO agentkit_audit");
        }
        store.append(started(3));

        assertThat(store.find("r1")).hasSize(1);
        assertThat(store.find("r2")).isEmpty();
        assertThat(store.verify().isIntact()).isTrue();
    }

    @Test
    void letsNobodyWaitForEverWhenTheDriverGivesOut() {
        AtomicBoolean broken = new AtomicBoolean(true);
        DataSource failing = new DelegatingDataSource(dataSource()) {
            @Override
            public Connection getConnection() throws SQLException {
                if (broken.get()) {
                    throw new NoClassDefFoundError("driver");
                }
                return super.getConnection();
            }
        };
        Dialect dialect = Dialect.of(dataSource());
        Database database = new Database(failing, dialect, Duration.ofMinutes(1));
        JdbcAuditStore store =
                new JdbcAuditStore(new AuditRows(database), new AuditAppend(database, "n", null, time), time);
        opened.add(store);

        assertThatThrownBy(() -> store.append(started(1)))
                .isInstanceOf(AgentKitException.class)
                .hasMessage("The audit trail cannot be written");
        broken.set(false);
        store.append(started(2));
        assertThat(store.find("r2")).hasSize(1);
    }

    @Test
    void takesTextsThatColumnsDoNot() {
        AuditStore store = open("n", null);
        store.append(outcome(1, "a\u0000b\ud800" + "x".repeat(300), "acme", AuditDecision.FAILED, 0));

        assertThat(store.find(AuditFilter.ALL.withTool("a\u0000b\ud800" + "x".repeat(300)), null, 10)
                        .records())
                .hasSize(1);
        assertThat(store.find(AuditFilter.ALL.withTool("a\u0000b\ud800" + "x".repeat(301)), null, 10)
                        .records())
                .isEmpty();
        assertThat(store.verify().isIntact()).isTrue();
    }
}

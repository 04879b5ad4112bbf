package io.agentkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.agentkit.ChainEnvironment;
import io.agentkit.Handler;
import io.agentkit.chat.CacheStatus;
import io.agentkit.idempotency.IdempotencyCounts;
import io.agentkit.idempotency.IdempotencyStore;
import io.agentkit.idempotency.IdempotentSpec;
import io.agentkit.idempotency.OutcomeUnknownException;
import io.agentkit.idempotency.ToolCallMark;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.FakeTime;
import io.agentkit.time.Time;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** Processes with chains of their own and one database. */
class SharedDatabaseTests {

    private static final int CALLERS = 64;

    static Stream<Named<DataSource>> dataSources() {
        return Stream.of(
                Named.of("H2", TestDatabases.h2()),
                Named.of("PostgreSQL", withoutAutoCommit(TestDatabases.postgres())));
    }

    /** As a pool may be set: nothing is committed by itself. */
    private static DataSource withoutAutoCommit(DataSource dataSource) {
        return new DelegatingDataSource(dataSource) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                connection.setAutoCommit(false);
                return connection;
            }
        };
    }

    /** Does not wait for another process, and gives way to it. */
    private static final class Impatient implements Time {

        private final FakeTime clock;

        Impatient(Instant now) {
            clock = new FakeTime(now);
        }

        @Override
        public Instant now() {
            return clock.now();
        }

        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public void sleep(Duration duration) {
            Thread.yield();
        }

        @Override
        public Timer schedule(Duration delay, Runnable task) {
            return () -> {};
        }
    }

    /** A process: its clock may say anything. */
    private static ChainHarness process(DataSource dataSource, String name, Instant now) {
        ChainHarness harness = ChainHarness.create();
        AtomicInteger ids = new AtomicInteger();
        ChainEnvironment environment =
                harness.environment().withTime(new Impatient(now)).withIds(() -> name + "-" + ids.incrementAndGet());
        harness.environment(environment);
        IdempotencyStore store = new JdbcIdempotencyStore(TestDatabases.open(dataSource));
        return harness.addTool("idempotent", IdempotentSpec.defaults().toolMiddleware(harness.resources(store)));
    }

    private static ChainHarness process(DataSource dataSource, String name) {
        return process(dataSource, name, Instant.parse("2026-01-15T12:00:00Z"));
    }

    private static ToolRequest charge() {
        ToolFacts facts = new ToolFacts("charge_card", ToolSafety.SIDE_EFFECT);
        return ToolRequest.of(facts, "call_1", "run-1:1:0:call_1:charge_card", "{}");
    }

    private static IdempotencyStore store(DataSource dataSource) {
        return new JdbcIdempotencyStore(TestDatabases.open(dataSource));
    }

    @ParameterizedTest
    @MethodSource("dataSources") // TC-500
    void oneOfThemMakesTheCall(DataSource dataSource) throws Exception {
        ChainHarness one = process(dataSource, "one");
        ChainHarness other = process(dataSource, "other", Instant.parse("1999-01-01T00:00:00Z"));
        List<Handler<ToolRequest, ToolResult>> handlers = List.of(one.toolHandler(), other.toolHandler());
        one.tool.result("paid");
        other.tool.result("paid");
        ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
        List<Future<ToolResult>> results = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            Handler<ToolRequest, ToolResult> handler = handlers.get(i % 2);
            results.add(threads.submit(() -> handler.call(charge())));
        }

        int made = 0;
        for (Future<ToolResult> result : results) {
            assertThat(result.get().text()).isEqualTo("paid");
            made += result.get().cacheStatus() == CacheStatus.NONE ? 1 : 0;
        }
        threads.shutdown();

        assertThat(made).isEqualTo(1);
        assertThat(one.tool.calls() + other.tool.calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("dataSources")
    void oneFindsWhatTheOtherHadBegunWhenItDied(DataSource dataSource) {
        ChainHarness dies = process(dataSource, "one");
        dies.tool.run(attempt -> {
            throw new OutOfMemoryError("killed");
        });
        ChainHarness lives = process(dataSource, "other");

        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(() -> dies.toolHandler().call(charge()));

        assertThatExceptionOfType(OutcomeUnknownException.class)
                .isThrownBy(() -> lives.toolHandler().call(charge()));
        assertThat(lives.tool.calls()).isZero();
    }

    @ParameterizedTest
    @MethodSource("dataSources")
    void whatAToolDidIsKnownWhenTheApplicationRollsBack(DataSource dataSource) {
        ChainHarness process = process(dataSource, "one");
        TransactionTemplate application = new TransactionTemplate(new DataSourceTransactionManager(dataSource));

        assertThatIllegalStateException()
                .isThrownBy(() -> application.executeWithoutResult(status -> {
                    process.toolHandler().call(charge());
                    throw new IllegalStateException("rolled back");
                }));

        assertThat(store(dataSource).counts()).isEqualTo(new IdempotencyCounts(0, 1, 0));
        assertThat(process.toolHandler().call(charge()).cacheStatus()).isEqualTo(CacheStatus.HIT);
    }

    @ParameterizedTest
    @MethodSource("dataSources")
    void aTransactionalToolIsLeftAlone(DataSource dataSource) {
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
        ChainHarness process = process(dataSource, "one");
        process.tool
                .run(attempt -> transaction.execute(status -> {
                    throw new IllegalStateException("rolled back");
                }))
                .run(attempt -> transaction.execute(status -> ToolResult.of("paid")));

        assertThatIllegalStateException().isThrownBy(() -> process.toolHandler().call(charge()));
        assertThat(process.toolHandler().call(charge()).text()).isEqualTo("paid");
    }

    @ParameterizedTest
    @MethodSource("dataSources")
    void oldResultsAreDeleted(DataSource dataSource) {
        Database database = TestDatabases.open(dataSource);
        IdempotencyStore store = new JdbcIdempotencyStore(database);
        for (int i = 0; i < 300; i++) {
            String key = "key-" + i;
            store.claim(new ToolCallMark(key, "one", "arguments", "tool", "run"), Duration.ofMinutes(1));
            store.complete(key, "one", "paid", Duration.ZERO);
        }

        int rows = database.run("count", session -> {
            try (var statement = session.prepare("SELECT COUNT(*) FROM agentkit_idempotency");
                    var row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        });
        assertThat(rows).isEqualTo(300 - 256);
    }
}

package io.agentkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

class DatabaseTests {

    static Stream<Named<DataSource>> dataSources() {
        return Stream.of(
                Named.of("H2", withCounter(TestDatabases.emptyH2())),
                Named.of("PostgreSQL", withCounter(TestDatabases.emptyPostgres())));
    }

    private static DataSource withCounter(DataSource dataSource) {
        Database database = TestDatabases.open(dataSource);
        database.run("make a table", session -> session.update("CREATE TABLE counter (id INT PRIMARY KEY, n INT)"));
        database.run("make a row", session -> session.update("INSERT INTO counter VALUES (1, 0)"));
        return dataSource;
    }

    private static int count(Database database) {
        return database.run("count", DatabaseTests::count);
    }

    private static int count(Database.Session session) throws SQLException {
        try (var statement = session.prepare("SELECT n FROM counter WHERE id = 1");
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static int addOne(Database.Session session) throws SQLException {
        return session.update("UPDATE counter SET n = n + 1 WHERE id = ?", 1);
    }

    @ParameterizedTest
    @MethodSource("dataSources")
    void keepsWhatItWroteWhenTheApplicationRollsBack(DataSource dataSource) {
        Database database = TestDatabases.open(new TransactionAwareDataSourceProxy(dataSource));
        TransactionTemplate application = new TransactionTemplate(new DataSourceTransactionManager(dataSource));

        assertThatIllegalStateException()
                .isThrownBy(() -> application.executeWithoutResult(status -> {
                    database.run("add", DatabaseTests::addOne);
                    throw new IllegalStateException("rolled back");
                }));

        assertThat(count(database)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("dataSources")
    void takesATransactionBackAsAWhole(DataSource dataSource) {
        Database database = TestDatabases.open(dataSource);

        assertThatIllegalStateException()
                .isThrownBy(() -> database.inTransaction("add", session -> {
                    addOne(session);
                    throw new IllegalStateException("midway");
                }));

        assertThat(count(database)).isZero();
    }

    @ParameterizedTest
    @MethodSource("dataSources")
    void beginsAgainWhenSomebodyElseWroteAtTheSameTime(DataSource dataSource) {
        Database database = TestDatabases.open(dataSource);
        AtomicInteger tries = new AtomicInteger();

        database.inTransaction("add", session -> {
            addOne(session);
            if (tries.incrementAndGet() < 3) {
                throw new SQLException("conflict", "40001");
            }
            return null;
        });

        assertThat(tries).hasValue(3);
        assertThat(count(database)).isEqualTo(1);
    }

    @Test
    void givesUpAfterFiveTries() {
        Database database = TestDatabases.open(TestDatabases.emptyH2());
        AtomicInteger tries = new AtomicInteger();

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(() -> database.run("add", session -> {
                    tries.incrementAndGet();
                    throw new SQLException("conflict", "40001");
                }))
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.STORE));
        assertThat(tries).hasValue(5);
    }

    @Test
    void tellsNothingOfWhatADriverQuotes() {
        Database database = TestDatabases.open(TestDatabases.emptyH2());

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(() ->
                        database.run("add a row", session -> session.update("INSERT INTO secret-4711 VALUES (1)")))
                .withMessage("The database failed to add a row")
                .withStackTraceContaining("state 42")
                .satisfies(failure -> assertThat(failure.getCause()).hasMessageNotContaining("4711"));
    }

    @ParameterizedTest
    @MethodSource("dataSources")
    void leavesAConnectionAsItWas(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            Database database = TestDatabases.open(new SingleConnectionDataSource(connection, true));

            database.run("add", DatabaseTests::addOne);

            assertThat(connection.getAutoCommit()).isFalse();
            assertThat(connection.getNetworkTimeout()).isZero();
        }
        assertThat(count(TestDatabases.open(dataSource))).isEqualTo(1);
    }

    @Test
    void endsAStatementThatTakesTooLong() {
        DataSource dataSource = TestDatabases.emptyPostgres();
        Database database = new Database(dataSource, Dialect.of(dataSource), Duration.ofSeconds(1));

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(() -> database.run("wait", session -> {
                    try (var statement = session.prepare("SELECT pg_sleep(60)")) {
                        return statement.execute();
                    }
                }))
                .withMessage("The database failed to wait");
    }
}

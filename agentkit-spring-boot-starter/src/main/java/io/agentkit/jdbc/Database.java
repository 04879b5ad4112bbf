package io.agentkit.jdbc;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/**
 * Short pieces of work on connections of their own, never inside a transaction of the application: when that is rolled back, what a store
 * was told has to stay. Waits are bounded, and what failed only because somebody else wrote at the same time is done again. Thread-safe.
 */
final class Database {

    private static final Logger log = LoggerFactory.getLogger(Database.class);

    /** How often a piece of work is begun at most. */
    private static final int TRIES = 5;

    /** The connection is given up so much later than the statement, which a server that still answers ends by itself. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final DataSource dataSource;
    private final Dialect dialect;
    private final int querySeconds;
    private final int networkMillis;

    /** @param queryTimeout the longest that a statement may take; whole seconds, at least one */
    Database(DataSource dataSource, Dialect dialect, Duration queryTimeout) {
        this.dataSource = withoutTransactions(dataSource);
        this.dialect = dialect;
        querySeconds = (int) Math.max(1, queryTimeout.plusMillis(999).toSeconds());
        networkMillis = (int) Duration.ofSeconds(querySeconds).plus(GRACE).toMillis();
    }

    private static DataSource withoutTransactions(DataSource dataSource) {
        DataSource inner = dataSource;
        while (inner instanceof TransactionAwareDataSourceProxy proxy) {
            inner = Objects.requireNonNull(proxy.getTargetDataSource(), "'targetDataSource' must not be null");
        }
        return inner;
    }

    Dialect dialect() {
        return dialect;
    }

    /**
     * What is done with a connection. May be done again from the start, so it must come to the same when an earlier try was carried out.
     *
     * @param <T> what comes of it
     */
    @FunctionalInterface
    interface Work<T extends @Nullable Object> {

        T with(Session session) throws SQLException;
    }

    /** A connection for the time of one piece of work. */
    final class Session {

        private final Connection connection;

        private Session(Connection connection) {
            this.connection = connection;
        }

        /** A statement with the time limit set and the parameters in; null is for a parameter without a value. */
        PreparedStatement prepare(String sql, @Nullable Object... parameters) throws SQLException {
            PreparedStatement statement = connection.prepareStatement(sql);
            try {
                statement.setQueryTimeout(querySeconds);
                for (int i = 0; i < parameters.length; i++) {
                    if (parameters[i] instanceof byte[] bytes) {
                        statement.setBytes(i + 1, bytes);
                    } else {
                        statement.setObject(i + 1, parameters[i]);
                    }
                }
                return statement;
            } catch (SQLException | RuntimeException failure) {
                statement.close();
                throw failure;
            }
        }

        /** How many rows it changed. */
        int update(String sql, @Nullable Object... parameters) throws SQLException {
            try (PreparedStatement statement = prepare(sql, parameters)) {
                return statement.executeUpdate();
            }
        }
    }

    /**
     * Each statement is a transaction of its own.
     *
     * @param what for the message when it fails
     * @throws AgentKitException of kind {@link ErrorKind#STORE} when the database cannot do it
     */
    <T extends @Nullable Object> T run(String what, Work<T> work) {
        return run(what, true, work);
    }

    /** As {@link #run}, with all statements in one transaction. */
    <T extends @Nullable Object> T inTransaction(String what, Work<T> work) {
        return run(what, false, work);
    }

    /** As {@link #run}, for what may as well be done another time. */
    void attempt(String what, Work<?> work) {
        try {
            once(true, work);
        } catch (SQLException failure) {
            log.debug("The database failed to {}: state {}", what, failure.getSQLState());
        }
    }

    private <T extends @Nullable Object> T run(String what, boolean autoCommit, Work<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return once(autoCommit, work);
            } catch (SQLException failure) {
                if (attempt == TRIES || !SqlFailure.isWorthAnotherTry(failure)) {
                    throw new AgentKitException(
                            ErrorKind.STORE,
                            "The database failed to %s".formatted(what),
                            SqlFailure.withoutText(failure));
                }
                log.debug("The database failed to {} at attempt {}: {}", what, attempt, failure.getSQLState());
            }
        }
    }

    private <T extends @Nullable Object> T once(boolean autoCommit, Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean before = connection.getAutoCommit();
            int network = limitNetwork(connection, networkMillis);
            connection.setAutoCommit(autoCommit);
            try {
                T result = work.with(new Session(connection));
                if (!autoCommit) {
                    connection.commit();
                }
                return result;
            } catch (SQLException | RuntimeException | Error failure) {
                if (!autoCommit) {
                    rollBack(connection, failure);
                }
                throw failure;
            } finally {
                restore(connection, before, network);
            }
        }
    }

    private static void rollBack(Connection connection, Throwable failure) {
        try {
            connection.rollback();
        } catch (SQLException second) {
            failure.addSuppressed(second);
        }
    }

    /** A connection that is broken cannot be restored, and its pool throws it away. */
    private static void restore(Connection connection, boolean autoCommit, int network) {
        try {
            connection.setAutoCommit(autoCommit);
            if (network >= 0) {
                limitNetwork(connection, network);
            }
        } catch (SQLException broken) {
            log.debug("A connection could not be restored: {}", broken.getSQLState());
        }
    }

    /** A server that does not answer at all would hold the thread for ever. What the limit was; less than 0 where there is none to set. */
    private static int limitNetwork(Connection connection, int millis) throws SQLException {
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, millis);
            return before;
        } catch (SQLFeatureNotSupportedException none) {
            return -1;
        }
    }
}

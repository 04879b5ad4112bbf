package io.agentkit.jdbc;

import java.sql.SQLException;

/** What an exception of a driver means. */
final class SqlFailure {

    /** Standard SQL: serialization failures and deadlocks. The transaction was rolled back. */
    private static final String ROLLED_BACK = "40";

    /** PostgreSQL and H2, after standard SQL: the key is there already. */
    private static final String DUPLICATE_KEY = "23505";

    /** H2: somebody else holds the row or table. */
    private static final String LOCK_TIMEOUT = "HYT00";

    /** H2: somebody else has changed the row meanwhile. */
    private static final String CONCURRENT_UPDATE = "90131";

    private SqlFailure() {}

    /** Whether it failed only because somebody else wrote at the same time. */
    static boolean isWorthAnotherTry(SQLException failure) {
        String state = failure.getSQLState();
        return state != null
                && (state.startsWith(ROLLED_BACK)
                        || state.equals(LOCK_TIMEOUT)
                        || state.equals(CONCURRENT_UPDATE)
                        || state.equals(DUPLICATE_KEY));
    }

    static boolean isDuplicateKey(SQLException failure) {
        return DUPLICATE_KEY.equals(failure.getSQLState());
    }

    /** The same failure with its state and code alone: drivers quote values of rows in their messages. */
    static SQLException withoutText(SQLException failure) {
        SQLException plain = new SQLException(
                "%s, state %s, code %d"
                        .formatted(failure.getClass().getSimpleName(), failure.getSQLState(), failure.getErrorCode()),
                failure.getSQLState(),
                failure.getErrorCode());
        plain.setStackTrace(failure.getStackTrace());
        return plain;
    }
}

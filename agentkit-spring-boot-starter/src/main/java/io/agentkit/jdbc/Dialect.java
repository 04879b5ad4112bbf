package io.agentkit.jdbc;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The databases that the stores are written for and tested with. */
enum Dialect {
    H2("H2", "DATEADD(MILLISECOND, ?, CURRENT_TIMESTAMP)", ""),
    POSTGRESQL("PostgreSQL", "CURRENT_TIMESTAMP + ? * INTERVAL '1 millisecond'", " ON CONFLICT DO NOTHING");

    private final String product;
    private final String millisFromNow;
    private final String unlessThere;

    Dialect(String product, String millisFromNow, String unlessThere) {
        this.product = product;
        this.millisFromNow = millisFromNow;
        this.unlessThere = unlessThere;
    }

    /** An expression for the moment so many milliseconds, a parameter, from now. */
    String millisFromNow() {
        return millisFromNow;
    }

    /** What an insert ends with to leave a row alone that is there already; where it is empty the database refuses it as a duplicate. */
    String unlessThere() {
        return unlessThere;
    }

    /** @throws AgentKitException of kind {@link ErrorKind#CONFIG} for any other database */
    static Dialect of(DataSource dataSource) {
        String product = product(dataSource);
        for (Dialect dialect : values()) {
            if (dialect.product.equals(product)) {
                return dialect;
            }
        }
        throw new AgentKitException(
                ErrorKind.CONFIG,
                "agentkit's stores work with H2 and PostgreSQL, and the DataSource is of '%s': name another one with 'agentkit.jdbc.data-source'"
                                .formatted(product)
                        + ", or choose another store with 'agentkit.store'");
    }

    private static String product(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getMetaData().getDatabaseProductName();
        } catch (SQLException failure) {
            throw new AgentKitException(
                    ErrorKind.STORE, "The database cannot be reached", SqlFailure.withoutText(failure));
        }
    }
}

package io.agentkit.jdbc;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The databases that the stores are written for and tested with. */
enum Dialect {
    H2("H2"),
    POSTGRESQL("PostgreSQL");

    private final String product;

    Dialect(String product) {
        this.product = product;
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

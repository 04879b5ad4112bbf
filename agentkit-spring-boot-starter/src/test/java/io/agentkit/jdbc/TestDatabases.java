package io.agentkit.jdbc;

import io.agentkit.boot.AgentkitProperties;
import io.agentkit.boot.AgentkitProperties.InitializeSchema;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** Databases with agentkit's tables: H2 in memory, and one PostgreSQL server that all tests of the JVM share. */
final class TestDatabases {

    private TestDatabases() {}

    /** Started by the first test that wants it; ends with the JVM. */
    private static final class Server {

        static final EmbeddedPostgres POSTGRES = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "200")
                        .start();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    /** A database of its own, empty but for the tables. */
    static DataSource h2() {
        DataSource empty = emptyH2();
        createTables(empty);
        return empty;
    }

    static DataSource emptyH2() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return dataSource;
    }

    /** A database of its own, empty but for the tables. */
    static DataSource postgres() {
        DataSource empty = emptyPostgres();
        createTables(empty);
        return empty;
    }

    static DataSource emptyPostgres() {
        String name = "t" + UUID.randomUUID().toString().replace("-", "");
        try (Connection connection = Server.POSTGRES.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
        return Server.POSTGRES.getDatabase("postgres", name);
    }

    static void createTables(DataSource dataSource) {
        AgentkitProperties.Jdbc settings =
                new AgentkitProperties.Jdbc(null, InitializeSchema.ALWAYS, null, null, null, null);
        new JdbcSchemaInitializer(dataSource, settings).initializeDatabase();
    }

    /** Has time enough for a busy machine. */
    static Database open(DataSource dataSource) {
        return new Database(dataSource, Dialect.of(dataSource), Duration.ofMinutes(1));
    }
}

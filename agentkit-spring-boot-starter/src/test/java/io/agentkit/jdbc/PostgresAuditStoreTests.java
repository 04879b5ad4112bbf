package io.agentkit.jdbc;

import javax.sql.DataSource;

class PostgresAuditStoreTests extends JdbcAuditStoreTests {

    private static final DataSource DATA_SOURCE = TestDatabases.postgres();

    @Override
    DataSource dataSource() {
        return DATA_SOURCE;
    }
}

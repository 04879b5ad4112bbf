package io.agentkit.jdbc;

import javax.sql.DataSource;

class H2AuditStoreTests extends JdbcAuditStoreTests {

    private static final DataSource DATA_SOURCE = TestDatabases.h2();

    @Override
    DataSource dataSource() {
        return DATA_SOURCE;
    }
}

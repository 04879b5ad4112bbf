package io.agentkit.jdbc;

import io.agentkit.idempotency.IdempotencyStore;
import io.agentkit.test.IdempotencyStoreContract;
import javax.sql.DataSource;

class H2IdempotencyStoreTests extends IdempotencyStoreContract {

    private final DataSource dataSource = TestDatabases.h2();

    @Override
    protected IdempotencyStore emptyStore() {
        return new JdbcIdempotencyStore(TestDatabases.open(dataSource));
    }

    @Override
    protected IdempotencyStore otherProcess(IdempotencyStore known) {
        return new JdbcIdempotencyStore(TestDatabases.open(dataSource));
    }
}

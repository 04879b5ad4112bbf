package io.agentkit.jdbc;

import io.agentkit.idempotency.IdempotencyStore;
import io.agentkit.test.IdempotencyStoreContract;
import javax.sql.DataSource;

class PostgresIdempotencyStoreTests extends IdempotencyStoreContract {

    private static final DataSource DATA_SOURCE = TestDatabases.postgres();

    @Override
    protected IdempotencyStore emptyStore() {
        Database database = TestDatabases.open(DATA_SOURCE);
        database.run("empty the table", session -> session.update("TRUNCATE agentkit_idempotency"));
        return new JdbcIdempotencyStore(database);
    }

    @Override
    protected IdempotencyStore otherProcess(IdempotencyStore known) {
        return new JdbcIdempotencyStore(TestDatabases.open(DATA_SOURCE));
    }
}

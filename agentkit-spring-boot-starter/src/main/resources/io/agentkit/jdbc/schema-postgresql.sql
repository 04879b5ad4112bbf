-- agentkit's tables. Each statement may be run again; as a migration of Flyway or Liquibase this file can be copied as it is.

-- One row for each tool call that runs or ran, for the middleware 'idempotent'. 'held_until' is the end of the lease while it runs, and the
-- end of the time that the result is kept afterwards.
CREATE TABLE IF NOT EXISTS agentkit_idempotency (
    id          VARCHAR(80)              NOT NULL PRIMARY KEY,
    holder      VARCHAR(64)              NOT NULL,
    state       VARCHAR(16)              NOT NULL,
    arguments   VARCHAR(64)              NOT NULL,
    tool        VARCHAR(255)             NOT NULL,
    run_id      VARCHAR(255)             NOT NULL,
    claimed_at  TIMESTAMP WITH TIME ZONE NOT NULL,
    held_until  TIMESTAMP WITH TIME ZONE NOT NULL,
    result      BYTEA
);

CREATE INDEX IF NOT EXISTS agentkit_idempotency_until ON agentkit_idempotency (state, held_until);

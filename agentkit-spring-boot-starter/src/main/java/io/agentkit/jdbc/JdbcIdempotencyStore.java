package io.agentkit.jdbc;

import io.agentkit.idempotency.Claim;
import io.agentkit.idempotency.IdempotencyCounts;
import io.agentkit.idempotency.IdempotencyStore;
import io.agentkit.idempotency.ToolCallMark;
import io.agentkit.idempotency.UnknownOutcome;
import io.agentkit.jdbc.Database.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Knows tool calls of all processes that share the database, also after they have died. Every step is one statement that names the holder, so
 * that of two who say something at once one is right, and time is the database's. Thread-safe.
 */
final class JdbcIdempotencyStore implements IdempotencyStore {

    private static final String IS_DONE = "state = 'DONE'";

    private static final String IS_OVER = "held_until <= CURRENT_TIMESTAMP";

    private static final String IS_UNKNOWN = "(state = 'UNKNOWN' OR (state = 'BUSY' AND " + IS_OVER + "))";

    private static final String OUTCOME =
            "SELECT id, holder, tool, run_id, claimed_at FROM agentkit_idempotency WHERE ";

    /** After so many calls those that were kept long enough are deleted. */
    private static final int CALLS_PER_SWEEP = 256;

    private final Database database;
    private final Statements sql;
    private final AtomicInteger completed = new AtomicInteger();

    JdbcIdempotencyStore(Database database) {
        this.database = database;
        this.sql = new Statements(database.dialect());
    }

    /** What differs between databases, put together once. */
    private static final class Statements {

        private final String insert;
        private final String replace;
        private final String takeOver;
        private final String renew;
        private final String complete;

        private Statements(Dialect dialect) {
            String later = dialect.millisFromNow();
            insert =
                    "INSERT INTO agentkit_idempotency (id, holder, state, arguments, tool, run_id, claimed_at, held_until)"
                            + " VALUES (?, ?, 'BUSY', ?, ?, ?, CURRENT_TIMESTAMP, " + later + ")"
                            + dialect.unlessThere();
            String begun =
                    "UPDATE agentkit_idempotency SET holder = ?, state = 'BUSY', arguments = ?, tool = ?, run_id = ?,"
                            + " claimed_at = CURRENT_TIMESTAMP, held_until = " + later
                            + ", result = NULL WHERE id = ? AND ";
            replace = begun + IS_DONE + " AND " + IS_OVER;
            takeOver = begun + "holder = ? AND " + IS_UNKNOWN;
            renew = "UPDATE agentkit_idempotency SET held_until = " + later
                    + " WHERE id = ? AND holder = ? AND state = 'BUSY'";
            complete = "UPDATE agentkit_idempotency SET state = 'DONE', result = ?, held_until = " + later
                    + " WHERE id = ? AND holder = ? AND NOT " + IS_DONE;
        }
    }

    @Override
    public Claim claim(ToolCallMark call, Duration lease) {
        return database.run("mark a tool call", session -> {
            Claim claim;
            do {
                claim = insert(session, call, lease) ? new Claim.Held() : known(session, call, lease);
                // Null when the call was forgotten between the two statements.
            } while (claim == null);
            return claim;
        });
    }

    private boolean insert(Session session, ToolCallMark call, Duration lease) throws SQLException {
        try {
            return session.update(
                            sql.insert,
                            call.key(),
                            call.holder(),
                            call.arguments(),
                            Column.shortText(call.tool()),
                            Column.shortText(call.runId()),
                            lease.toMillis())
                    == 1;
        } catch (SQLException failure) {
            if (SqlFailure.isDuplicateKey(failure)) {
                return false;
            }
            throw failure;
        }
    }

    private @Nullable Claim known(Session session, ToolCallMark call, Duration lease) throws SQLException {
        String query = "SELECT holder, state, arguments, result, tool, run_id, claimed_at, " + IS_OVER
                + " AS is_over FROM agentkit_idempotency WHERE id = ?";
        try (PreparedStatement statement = session.prepare(query, call.key());
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            boolean done = row.getString("state").equals("DONE");
            boolean over = row.getBoolean("is_over");
            if (done && over) {
                return replace(session, call, lease) ? new Claim.Held() : null;
            }
            if (!row.getString("arguments").equals(call.arguments())) {
                return new Claim.Conflict();
            }
            if (done) {
                byte[] result = row.getBytes("result");
                return new Claim.Done(result == null ? null : Column.text(result));
            }
            if (over || row.getString("state").equals("UNKNOWN")) {
                return new Claim.Unknown(outcome(call.key(), row));
            }
            return row.getString("holder").equals(call.holder()) ? new Claim.Held() : new Claim.Busy();
        }
    }

    private boolean replace(Session session, ToolCallMark call, Duration lease) throws SQLException {
        return session.update(
                        sql.replace,
                        call.holder(),
                        call.arguments(),
                        Column.shortText(call.tool()),
                        Column.shortText(call.runId()),
                        lease.toMillis(),
                        call.key())
                == 1;
    }

    @Override
    public boolean takeOver(ToolCallMark call, String from, Duration lease) {
        return database.run("take over a tool call", session -> {
            int changed = session.update(
                    sql.takeOver,
                    call.holder(),
                    call.arguments(),
                    Column.shortText(call.tool()),
                    Column.shortText(call.runId()),
                    lease.toMillis(),
                    call.key(),
                    from);
            return changed == 1 || exists(session, "holder = ? AND NOT " + IS_DONE, call.key(), call.holder());
        });
    }

    @Override
    public boolean renew(String key, String holder, Duration lease) {
        return database.run(
                "hold a tool call longer", session -> session.update(sql.renew, lease.toMillis(), key, holder) == 1);
    }

    @Override
    public boolean complete(String key, String holder, @Nullable String result, Duration keep) {
        byte[] bytes = result == null ? null : Column.bytes(result);
        boolean ours = database.run("keep a result", session -> {
            int changed = session.update(sql.complete, bytes, keep.toMillis(), key, holder);
            return changed == 1 || exists(session, "holder = ? AND " + IS_DONE, key, holder);
        });
        if (completed.incrementAndGet() % CALLS_PER_SWEEP == 0) {
            sweep();
        }
        return ours;
    }

    @Override
    public boolean release(String key, String holder) {
        return database.run("release a tool call", session -> {
            int changed = session.update(
                    "DELETE FROM agentkit_idempotency WHERE id = ? AND holder = ? AND NOT " + IS_DONE, key, holder);
            return changed == 1 || !exists(session, "holder IS NOT NULL", key);
        });
    }

    @Override
    public boolean abandon(String key, String holder) {
        return database.run(
                "abandon a tool call",
                session -> session.update(
                                "UPDATE agentkit_idempotency SET state = 'UNKNOWN' WHERE id = ? AND holder = ? AND NOT "
                                        + IS_DONE,
                                key,
                                holder)
                        == 1);
    }

    @Override
    public @Nullable UnknownOutcome findUnknown(String key) {
        List<UnknownOutcome> found = database.run(
                "find a tool call",
                session -> outcomes(session, OUTCOME + "id = ? AND " + IS_UNKNOWN, Column.shortText(key)));
        return found.isEmpty() ? null : found.get(0);
    }

    @Override
    public List<UnknownOutcome> unknown(int most) {
        String query = OUTCOME + IS_UNKNOWN + " ORDER BY claimed_at, id FETCH FIRST " + most + " ROWS ONLY";
        return database.run("list tool calls", session -> outcomes(session, query));
    }

    @Override
    public IdempotencyCounts counts() {
        String query = "SELECT COUNT(CASE WHEN state = 'BUSY' AND NOT " + IS_OVER + " THEN 1 END),"
                + " COUNT(CASE WHEN " + IS_DONE + " AND NOT " + IS_OVER + " THEN 1 END),"
                + " COUNT(CASE WHEN " + IS_UNKNOWN + " THEN 1 END) FROM agentkit_idempotency";
        return database.run("count tool calls", session -> {
            try (PreparedStatement statement = session.prepare(query);
                    ResultSet row = statement.executeQuery()) {
                row.next();
                return new IdempotencyCounts(row.getLong(1), row.getLong(2), row.getLong(3));
            }
        });
    }

    private void sweep() {
        database.attempt(
                "forget old tool calls",
                session -> session.update("DELETE FROM agentkit_idempotency WHERE " + IS_DONE + " AND " + IS_OVER));
    }

    private static boolean exists(Session session, String condition, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = session.prepare(
                        "SELECT 1 FROM agentkit_idempotency WHERE id = ? AND " + condition, parameters);
                ResultSet row = statement.executeQuery()) {
            return row.next();
        }
    }

    private static List<UnknownOutcome> outcomes(Session session, String query, @Nullable Object... parameters)
            throws SQLException {
        List<UnknownOutcome> outcomes = new ArrayList<>();
        try (PreparedStatement statement = session.prepare(query, parameters);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                outcomes.add(outcome(row.getString("id"), row));
            }
        }
        return outcomes;
    }

    private static UnknownOutcome outcome(String key, ResultSet row) throws SQLException {
        return new UnknownOutcome(
                key,
                row.getString("holder"),
                row.getString("tool"),
                row.getString("run_id"),
                row.getObject("claimed_at", OffsetDateTime.class).toInstant());
    }
}

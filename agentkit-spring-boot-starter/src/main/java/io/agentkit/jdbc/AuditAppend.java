package io.agentkit.jdbc;

import io.agentkit.ErrorTrace;
import io.agentkit.audit.AuditCall;
import io.agentkit.audit.AuditCodec;
import io.agentkit.audit.AuditEntry;
import io.agentkit.audit.AuditNote;
import io.agentkit.audit.AuditOutcome;
import io.agentkit.audit.AuditRecord;
import io.agentkit.audit.AuditStarted;
import io.agentkit.jdbc.Database.Session;
import io.agentkit.time.Time;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts entries at the end of a node's chain, which a row of {@code agentkit_audit_chain} holds: whoever writes has it locked, so that the chain
 * stays one when several processes have the same node. Not thread-safe.
 */
final class AuditAppend {

    private static final Logger log = LoggerFactory.getLogger(AuditAppend.class);

    private static final long SWEEP_NANOS = Duration.ofHours(1).toNanos();

    private static final String HEAD = "SELECT head, head_hash FROM agentkit_audit_chain WHERE node = ? FOR UPDATE";

    private static final String NEW_HEAD = "INSERT INTO agentkit_audit_chain (node, head, head_hash) VALUES (?, 0, ?)";

    private static final String MOVE_HEAD = "UPDATE agentkit_audit_chain SET head = ?, head_hash = ? WHERE node = ?";

    private static final String INSERT =
            "INSERT INTO agentkit_audit (node, place, kind, id, run_id, tool, decision, made_at, entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String OPEN =
            "SELECT s.entry FROM agentkit_audit s WHERE s.node = ? AND s.place <= ? AND s.kind = 'started'"
                    + " AND NOT EXISTS (SELECT 1 FROM agentkit_audit o WHERE o.id = s.id AND o.seq > s.seq)"
                    + " ORDER BY s.place";

    private final AuditCodec codec = new AuditCodec();
    private final Database database;
    private final String node;
    private final @Nullable Duration keep;
    private final Time time;
    private long sweptAt;

    /** @param keep how long entries are kept at least; null for ever */
    AuditAppend(Database database, String node, @Nullable Duration keep, Time time) {
        this.database = database;
        this.node = node;
        this.keep = keep;
        this.time = time;
        this.sweptAt = time.nanoTime() - SWEEP_NANOS;
    }

    private record Head(long place, String hash) {}

    /** All of them, or none. */
    void write(List<AuditEntry> entries) {
        if (!entries.isEmpty()) {
            database.inTransaction("write the audit trail", session -> {
                Head head = put(session, head(session), entries);
                move(session, head);
                return head;
            });
        }
        if (keep != null && time.nanoTime() - sweptAt >= SWEEP_NANOS) {
            sweptAt = time.nanoTime();
            sweep(keep);
        }
    }

    /** A row that is missing is made once; whoever loses that race begins its transaction again and finds it. */
    private Head head(Session session) throws SQLException {
        try (PreparedStatement statement = session.prepare(HEAD, node);
                ResultSet row = statement.executeQuery()) {
            if (row.next()) {
                return new Head(row.getLong(1), row.getString(2));
            }
        }
        session.update(NEW_HEAD, node, AuditRecord.NOTHING);
        return new Head(0, AuditRecord.NOTHING);
    }

    private void move(Session session, Head head) throws SQLException {
        session.update(MOVE_HEAD, head.place(), head.hash(), node);
    }

    private Head put(Session session, Head head, List<? extends AuditEntry> entries) throws SQLException {
        long place = head.place();
        String hash = head.hash();
        try (PreparedStatement statement = session.prepare(INSERT)) {
            for (AuditEntry entry : entries) {
                AuditRecord record = codec.record(++place, hash, entry);
                hash = record.hash();
                bind(statement, record);
                statement.addBatch();
            }
            statement.executeBatch();
        }
        return new Head(place, hash);
    }

    private void bind(PreparedStatement statement, AuditRecord record) throws SQLException {
        AuditCall call = record.call();
        int at = 0;
        statement.setString(++at, node);
        statement.setLong(++at, record.number());
        statement.setString(++at, kind(record.entry()));
        statement.setString(++at, call == null ? null : Column.shortText(call.id()));
        statement.setString(++at, call == null ? null : Column.shortText(call.runId()));
        statement.setString(++at, call == null ? null : Column.shortText(call.tool()));
        statement.setString(
                ++at, record.entry() instanceof AuditOutcome ? record.decision().name() : null);
        statement.setObject(++at, record.entry().at().atOffset(ZoneOffset.UTC));
        statement.setString(++at, codec.write(record));
    }

    private static String kind(AuditEntry entry) {
        if (entry instanceof AuditNote note) {
            return note.kind().name().toLowerCase(Locale.ROOT);
        }
        return entry instanceof AuditStarted ? "started" : "outcome";
    }

    /** Removes old entries from the front; that they were is on record, and calls without an outcome are told of once more. */
    private void sweep(Duration kept) {
        try {
            Instant oldest = time.now().minus(kept);
            database.inTransaction("remove old entries of the audit trail", session -> {
                Head head = head(session);
                AuditRecord last = lastOld(session, oldest);
                if (last == null) {
                    return head;
                }
                List<AuditEntry> entries = open(session, last.number());
                entries.add(new AuditNote(AuditNote.Kind.REMOVED, time.now(), last.number(), last.hash()));
                Head moved = put(session, head, entries);
                move(session, moved);
                session.update("DELETE FROM agentkit_audit WHERE node = ? AND place <= ?", node, last.number());
                return moved;
            });
        } catch (RuntimeException failure) {
            log.warn("Old entries of the audit trail could not be removed", ErrorTrace.of(failure));
        }
    }

    /** The entry before the first that is not too old. */
    private @Nullable AuditRecord lastOld(Session session, Instant oldest) throws SQLException {
        try (PreparedStatement statement = session.prepare(
                        "SELECT entry FROM agentkit_audit WHERE node = ? AND place ="
                                + " (SELECT COALESCE(MIN(place) - 1, 0) FROM agentkit_audit WHERE node = ? AND made_at >= ?)",
                        node,
                        node,
                        oldest.atOffset(ZoneOffset.UTC));
                ResultSet row = statement.executeQuery()) {
            return row.next() ? codec.read(row.getString(1)) : null;
        }
    }

    private List<AuditEntry> open(Session session, long upTo) throws SQLException {
        List<AuditEntry> entries = new ArrayList<>();
        try (PreparedStatement statement = session.prepare(OPEN, node, upTo);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                AuditRecord record = codec.read(row.getString(1));
                if (record != null) {
                    entries.add(record.entry());
                }
            }
        }
        return entries;
    }
}

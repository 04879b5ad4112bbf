package io.agentkit.jdbc;

import io.agentkit.audit.AuditCodec;
import io.agentkit.audit.AuditDecision;
import io.agentkit.audit.AuditFilter;
import io.agentkit.audit.AuditPage;
import io.agentkit.audit.AuditRecord;
import io.agentkit.audit.AuditVerification;
import io.agentkit.audit.AuditVerification.ChainState;
import io.agentkit.audit.ChainCheck;
import io.agentkit.jdbc.Database.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the trail of all nodes. Thread-safe. */
final class AuditRows {

    private static final int BATCH = 500;

    private static final int LOOKS = 3;

    /** Outcomes, and the last of what was begun and has none. */
    private static final String LISTED =
            "SELECT a.seq, a.entry FROM agentkit_audit a WHERE a.seq < ? AND (a.kind = 'outcome' OR (a.kind = 'started'"
                    + " AND NOT EXISTS (SELECT 1 FROM agentkit_audit o WHERE o.id = a.id AND o.seq > a.seq)))";

    private final Database database;

    AuditRows(Database database) {
        this.database = database;
    }

    List<AuditRecord> find(String id) {
        return database.run("read the audit trail", session -> {
            List<AuditRecord> found = new ArrayList<>(2);
            AuditCodec codec = new AuditCodec();
            try (PreparedStatement statement = session.prepare(
                            "SELECT entry FROM agentkit_audit WHERE id = ? ORDER BY seq", Column.shortText(id));
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    AuditRecord record = codec.read(row.getString(1));
                    if (record != null
                            && record.call() != null
                            && record.call().id().equals(id)) {
                        found.add(record);
                    }
                }
            }
            return found;
        });
    }

    AuditPage page(AuditFilter filter, @Nullable String before, int size) {
        if (size < 1) {
            throw new IllegalArgumentException("'size' must be at least 1 (was %d)".formatted(size));
        }
        Query query = new Query(filter);
        return database.run("read the audit trail", session -> page(session, query, filter, number(before), size));
    }

    private static long number(@Nullable String before) {
        try {
            return before == null ? Long.MAX_VALUE : Long.parseLong(before);
        } catch (NumberFormatException malformed) {
            throw new IllegalArgumentException("'before' must be the 'next' of an earlier page", malformed);
        }
    }

    /** What the columns can say of a filter; the rest is looked at in the lines. */
    private static final class Query {

        private final StringBuilder sql = new StringBuilder(LISTED);
        private final List<Object> parameters = new ArrayList<>();

        Query(AuditFilter filter) {
            is("a.tool = ?", filter.tool());
            is("a.run_id = ?", filter.runId());
            AuditDecision decision = filter.decision();
            if (decision == AuditDecision.UNKNOWN) {
                sql.append(" AND a.kind = 'started'");
            } else {
                is("a.decision = ?", decision == null ? null : decision.name());
            }
            at("a.made_at >= ?", filter.since());
            at("a.made_at < ?", filter.until());
            sql.append(" ORDER BY a.seq DESC LIMIT ").append(BATCH);
        }

        private void is(String condition, @Nullable String value) {
            if (value != null) {
                sql.append(" AND ").append(condition);
                parameters.add(Column.shortText(value));
            }
        }

        private void at(String condition, @Nullable Instant moment) {
            if (moment != null) {
                sql.append(" AND ").append(condition);
                parameters.add(moment.atOffset(ZoneOffset.UTC));
            }
        }

        Object[] parameters(long before) {
            List<Object> all = new ArrayList<>();
            all.add(before);
            all.addAll(parameters);
            return all.toArray();
        }
    }

    private static AuditPage page(Session session, Query query, AuditFilter filter, long before, int size)
            throws SQLException {
        AuditCodec codec = new AuditCodec();
        List<AuditRecord> found = new ArrayList<>();
        long last = before;
        long place = before;
        int read = BATCH;
        while (read == BATCH) {
            read = 0;
            try (PreparedStatement statement = session.prepare(query.sql.toString(), query.parameters(place));
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    read++;
                    place = row.getLong(1);
                    AuditRecord record = codec.read(row.getString(2));
                    if (record == null || !filter.fits(record)) {
                        continue;
                    }
                    if (found.size() == size) {
                        return new AuditPage(found, Long.toString(last));
                    }
                    found.add(record);
                    last = place;
                }
            }
        }
        return new AuditPage(found, null);
    }

    AuditVerification verify() {
        return database.run("read the audit trail", session -> {
            List<ChainState> states = new ArrayList<>();
            for (Chain chain : chains(session)) {
                states.add(verify(session, chain, LOOKS));
            }
            return new AuditVerification(states);
        });
    }

    private record Chain(String node, long head, String hash) {}

    /** Those whose row was deleted are found by their entries. */
    private static List<Chain> chains(Session session) throws SQLException {
        List<Chain> chains = new ArrayList<>();
        try (PreparedStatement statement = session.prepare("SELECT node, head, head_hash FROM agentkit_audit_chain"
                        + " UNION ALL SELECT DISTINCT node, 0, '' FROM agentkit_audit a WHERE NOT EXISTS"
                        + " (SELECT 1 FROM agentkit_audit_chain c WHERE c.node = a.node) ORDER BY 1");
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                chains.add(new Chain(row.getString(1), row.getLong(2), row.getString(3)));
            }
        }
        return chains;
    }

    /** What is on record of entries that are removed meanwhile stands behind the head: then it is looked at again. */
    private static ChainState verify(Session session, Chain chain, int looks) throws SQLException {
        ChainState state = verify(session, chain);
        if (state.broken() != null && looks > 1) {
            for (Chain now : chains(session)) {
                if (now.node().equals(chain.node()) && now.head() > chain.head()) {
                    return verify(session, now, looks - 1);
                }
            }
        }
        return state;
    }

    private static ChainState verify(Session session, Chain chain) throws SQLException {
        ChainCheck check = new ChainCheck(chain.node());
        if (chain.head() > 0) {
            check.expect(chain.head(), chain.hash());
        }
        long after = 0;
        int read = BATCH;
        while (read == BATCH) {
            read = 0;
            try (PreparedStatement statement = session.prepare(
                            "SELECT place, entry FROM agentkit_audit WHERE node = ? AND place > ? AND place <= ?"
                                    + " ORDER BY place LIMIT " + BATCH,
                            chain.node(),
                            after,
                            chain.head() == 0 ? Long.MAX_VALUE : chain.head());
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    read++;
                    after = row.getLong(1);
                    check.line(row.getString(2), "place %d of '%s'".formatted(after, chain.node()));
                }
            }
        }
        return check.state();
    }
}

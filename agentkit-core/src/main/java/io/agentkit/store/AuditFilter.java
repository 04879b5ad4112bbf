package io.agentkit.store;

import io.agentkit.Scope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which audit records are wanted: those that fit everything that is not null.
 *
 * @param tool of this tool
 * @param runId of this run
 * @param tenant of this tenant
 * @param decision that ended so
 * @param since at this moment or later
 * @param until before this moment
 */
public record AuditFilter(
        @Nullable String tool,
        @Nullable String runId,
        @Nullable String tenant,
        @Nullable AuditDecision decision,
        @Nullable Instant since,
        @Nullable Instant until) {

    /** Every record. */
    public static final AuditFilter ALL = new AuditFilter(null, null, null, null, null, null);

    public boolean fits(AuditRecord record) {
        return (tool == null || tool.equals(record.tool()))
                && (runId == null || runId.equals(record.runId()))
                && (tenant == null || tenant.equals(record.scope().get(Scope.TENANT)))
                && (decision == null || decision == record.decision())
                && (since == null || !record.at().isBefore(since))
                && (until == null || record.at().isBefore(until));
    }
}

package io.agentkit.audit;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which records are wanted: those that fit everything that is not null. Immutable.
 *
 * @param tool of this tool
 * @param runId of this run
 * @param scope whose run works for all of these, such as a tenant; empty for anybody
 * @param decision that ended so, or whose outcome is unknown
 * @param since at this moment or later
 * @param until before this moment
 */
public record AuditFilter(
        @Nullable String tool,
        @Nullable String runId,
        Map<String, String> scope,
        @Nullable AuditDecision decision,
        @Nullable Instant since,
        @Nullable Instant until) {

    /** Every record. */
    public static final AuditFilter ALL = new AuditFilter(null, null, Map.of(), null, null, null);

    public AuditFilter {
        scope = Map.copyOf(scope);
    }

    public AuditFilter withTool(@Nullable String value) {
        return new AuditFilter(value, runId, scope, decision, since, until);
    }

    public AuditFilter withRun(@Nullable String value) {
        return new AuditFilter(tool, value, scope, decision, since, until);
    }

    public AuditFilter withScope(Map<String, String> values) {
        return new AuditFilter(tool, runId, values, decision, since, until);
    }

    public AuditFilter withDecision(@Nullable AuditDecision value) {
        return new AuditFilter(tool, runId, scope, value, since, until);
    }

    public AuditFilter within(@Nullable Instant from, @Nullable Instant to) {
        return new AuditFilter(tool, runId, scope, decision, from, to);
    }

    /** Whether the record is one that is wanted; a note never is. */
    public boolean fits(AuditRecord record) {
        AuditCall call = record.call();
        return call != null
                && (tool == null || tool.equals(call.tool()))
                && (runId == null || runId.equals(call.runId()))
                && fitsScope(call)
                && (decision == null || decision == record.decision())
                && (since == null || !record.entry().at().isBefore(since))
                && (until == null || record.entry().at().isBefore(until));
    }

    private boolean fitsScope(AuditCall call) {
        for (Map.Entry<String, String> wanted : scope.entrySet()) {
            if (!wanted.getValue().equals(call.scope().get(wanted.getKey()))) {
                return false;
            }
        }
        return true;
    }
}

package io.agentkit.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the audit records that were asked for.
 *
 * @param records newest first
 * @param next what to ask with for the records before these; null when there are none
 */
public record AuditPage(List<AuditRecord> records, @Nullable String next) {

    public AuditPage {
        records = List.copyOf(records);
    }
}

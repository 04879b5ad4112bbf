package io.agentkit.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the records that were asked for.
 *
 * @param records newest first: outcomes, and of what was begun and has none the last that is known
 * @param next what to ask with for the records before these; null when there are none
 */
public record AuditPage(List<AuditRecord> records, @Nullable String next) {

    public AuditPage {
        records = List.copyOf(records);
    }
}

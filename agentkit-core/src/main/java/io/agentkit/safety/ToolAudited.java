package io.agentkit.safety;

import io.agentkit.ErrorKind;
import io.agentkit.Event;
import io.agentkit.store.AuditDecision;
import org.jspecify.annotations.Nullable;

/**
 * A record of a tool call was written.
 *
 * @param callId the call
 * @param recordId the record
 * @param tool the tool
 * @param decision what became of the call
 * @param attempts how many times the call was tried
 * @param errorKind what went wrong; null when nothing did
 */
public record ToolAudited(
        String callId,
        String recordId,
        String tool,
        AuditDecision decision,
        int attempts,
        @Nullable ErrorKind errorKind)
        implements Event {

    @Override
    public String name() {
        return "tool.audited";
    }
}

package io.agentkit.audit;

import io.agentkit.Event;

/**
 * A record of a tool call could not be written.
 *
 * @param callId the call
 * @param recordId what the entries of this pass of the call have in common
 * @param tool the tool
 * @param beforeTool whether it was the record that the tool was about to run; else what became of the call
 */
public record AuditFailed(String callId, String recordId, String tool, boolean beforeTool) implements Event {

    @Override
    public String name() {
        return "audit.failed";
    }
}

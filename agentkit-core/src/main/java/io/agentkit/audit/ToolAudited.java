package io.agentkit.audit;

import io.agentkit.ErrorKind;
import io.agentkit.Event;
import io.agentkit.Scope;
import org.jspecify.annotations.Nullable;

/**
 * What became of a tool call was recorded.
 *
 * @param callId the call
 * @param recordId what the entries of this pass of the call have in common
 * @param runId the run it belongs to
 * @param scope for whom the run works
 * @param tool the tool
 * @param decision what became of the call
 * @param attempts how many times the call was tried
 * @param executions how many times the tool was really called
 * @param errorKind what went wrong; null when nothing did
 */
public record ToolAudited(
        String callId,
        String recordId,
        String runId,
        Scope scope,
        String tool,
        AuditDecision decision,
        int attempts,
        int executions,
        @Nullable ErrorKind errorKind)
        implements Event {

    static ToolAudited of(AuditOutcome outcome) {
        AuditCall call = outcome.call();
        return new ToolAudited(
                call.callId(),
                call.id(),
                call.runId(),
                call.scope(),
                call.tool(),
                outcome.decision(),
                outcome.attempts(),
                outcome.executions(),
                outcome.errorKind());
    }

    @Override
    public String name() {
        return "tool.audited";
    }
}

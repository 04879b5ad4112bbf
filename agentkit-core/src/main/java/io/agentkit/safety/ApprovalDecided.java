package io.agentkit.safety;

import io.agentkit.Event;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The approval of a call was decided, or came to nothing.
 *
 * @param callId the call
 * @param runId its run
 * @param chain name of the chain
 * @param tool the tool
 * @param approvalId the approval
 * @param state approved, denied, expired or withdrawn
 * @param by who decided; null when nobody did
 */
public record ApprovalDecided(
        String callId,
        String runId,
        String chain,
        String tool,
        String approvalId,
        ApprovalState state,
        @Nullable String by)
        implements Event {

    static ApprovalDecided of(ApprovalRequest request, ApprovalState state, @Nullable String by) {
        return new ApprovalDecided(
                request.callId(), request.runId(), request.chain(), request.tool(), request.id(), state, by);
    }

    /** Who decided stands in the log, too. */
    void log(Logger log) {
        if (by != null) {
            String how = state.name().toLowerCase(Locale.ROOT);
            log.info("Approval {} of tool '{}' in run {} is {} by {}", approvalId, tool, runId, how, by);
        }
    }

    @Override
    public String name() {
        return "approval.decided";
    }
}

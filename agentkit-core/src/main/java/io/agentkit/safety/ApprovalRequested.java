package io.agentkit.safety;

import io.agentkit.Event;
import java.time.Instant;

/**
 * A call waits for somebody to decide: time to tell them. The arguments are with the {@link Approvals}, not here.
 *
 * @param callId the call
 * @param runId its run
 * @param chain name of the chain
 * @param tool the tool
 * @param approvalId what to decide
 * @param rule why it needs approval
 * @param expiresAt until when it can be decided
 */
public record ApprovalRequested(
        String callId, String runId, String chain, String tool, String approvalId, String rule, Instant expiresAt)
        implements Event {

    static ApprovalRequested of(Approval approval) {
        ApprovalRequest request = approval.request();
        return new ApprovalRequested(
                request.callId(),
                request.runId(),
                request.chain(),
                request.tool(),
                request.id(),
                request.rule(),
                approval.expiresAt());
    }

    @Override
    public String name() {
        return "approval.requested";
    }
}

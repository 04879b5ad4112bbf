package io.agentkit.boot.endpoint;

import io.agentkit.safety.Approval;
import io.agentkit.safety.ApprovalRequest;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * How the approval of one call stands.
 *
 * @param id the approval
 * @param state pending, approved, denied, used, expired or withdrawn
 * @param tool the tool
 * @param safety what a second call would do
 * @param rule why it needs approval
 * @param callId the call
 * @param runId its run
 * @param scope for whom the run works
 * @param chain name of the chain
 * @param toolCallId the model's identifier of the call; empty when it gave none
 * @param requestedAt when it was asked for
 * @param expiresAt until when it can be decided, or until when the decision counts
 * @param waiting how many threads wait for it; with none, whoever asked has to come again
 * @param argumentsHash SHA-256 of the arguments
 * @param arguments the arguments, without secrets; absent unless they are shown
 * @param decidedBy who decided; absent when nobody has
 * @param reason what they said; absent when nobody has decided
 * @param decidedAt when; absent when nobody has
 */
public record ApprovalDescriptor(
        String id,
        String state,
        String tool,
        String safety,
        String rule,
        String callId,
        String runId,
        Map<String, String> scope,
        String chain,
        String toolCallId,
        Instant requestedAt,
        Instant expiresAt,
        int waiting,
        String argumentsHash,
        @Nullable String arguments,
        @Nullable String decidedBy,
        @Nullable String reason,
        @Nullable Instant decidedAt)
        implements OperationResponseBody {

    static ApprovalDescriptor of(Approval approval, boolean arguments) {
        ApprovalRequest request = approval.request();
        return new ApprovalDescriptor(
                request.id(),
                word(approval.state()),
                request.tool(),
                word(request.safety()),
                request.rule(),
                request.callId(),
                request.runId(),
                request.scope().values(),
                request.chain(),
                request.toolCallId(),
                approval.requestedAt(),
                approval.expiresAt(),
                approval.waiting(),
                request.argumentsHash(),
                arguments ? request.arguments() : null,
                approval.decidedBy(),
                approval.reason(),
                approval.decidedAt());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

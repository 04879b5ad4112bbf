package io.agentkit.safety;

import io.agentkit.Call;
import io.agentkit.Scope;
import io.agentkit.text.CanonicalJson;
import io.agentkit.text.Invisible;
import io.agentkit.text.Sha256;
import io.agentkit.text.Truncation;
import io.agentkit.text.UrlMask;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolSafety;

/**
 * A call that somebody has to agree with. Immutable.
 *
 * @param id names the approval; cannot be guessed
 * @param callId the call
 * @param runId its run
 * @param scope for whom the run works
 * @param chain name of the chain
 * @param tool the tool
 * @param toolCallId the model's identifier of the call; empty when it gave none
 * @param safety what a second call would do
 * @param rule why it needs approval
 * @param arguments for people to read: without secret arguments and credentials in URLs, invisible characters written out, cut to 16 KiB with
 *     {@code [truncated]} behind it
 * @param argumentsHash SHA-256 of the arguments as the tool gets them, in canonical form where they are JSON
 */
public record ApprovalRequest(
        String id,
        String callId,
        String runId,
        Scope scope,
        String chain,
        String tool,
        String toolCallId,
        ToolSafety safety,
        String rule,
        String arguments,
        String argumentsHash) {

    private static final int ARGUMENT_BYTES = 16 * 1024;

    static ApprovalRequest of(String id, String rule, Call<ToolRequest> call) {
        ToolRequest request = call.request();
        String masked = UrlMask.mask(CanonicalJson.masking(request.facts().secretArguments(), request.arguments()));
        return new ApprovalRequest(
                id,
                call.id(),
                call.runId(),
                call.scope(),
                call.chain(),
                request.name(),
                request.callId(),
                request.facts().safety(),
                rule,
                Truncation.toBytes(Invisible.reveal(masked), ARGUMENT_BYTES),
                Sha256.hex(CallFingerprint.arguments(request)));
    }

    /** What is asked for, never the arguments. */
    @Override
    public String toString() {
        return "ApprovalRequest[%s, run=%s, %s]".formatted(id, runId, tool);
    }
}

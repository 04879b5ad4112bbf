package io.agentkit.audit;

import io.agentkit.Scope;
import io.agentkit.tool.ToolSafety;
import java.util.Objects;

/**
 * Which tool call an entry is about. Immutable.
 *
 * @param id one pass of the call through {@code audit}, unique: all entries of the pass have it
 * @param callId the call
 * @param runId the run it belongs to
 * @param scope for whom the run works
 * @param chain name of the chain
 * @param tool the tool
 * @param safety what a second call of the tool would do
 * @param toolCallId the model's identifier of the call; empty when it gave none or no model asked
 * @param argumentsHash SHA-256 of the arguments in hexadecimal: of their canonical form where they are JSON, so that order of members and
 *     white space do not matter, else of the text. Arguments that are secret count as equal.
 */
public record AuditCall(
        String id,
        String callId,
        String runId,
        Scope scope,
        String chain,
        String tool,
        ToolSafety safety,
        String toolCallId,
        String argumentsHash) {

    public AuditCall {
        Objects.requireNonNull(id, "'id' must not be null");
        Objects.requireNonNull(callId, "'callId' must not be null");
        Objects.requireNonNull(runId, "'runId' must not be null");
        Objects.requireNonNull(scope, "'scope' must not be null");
        Objects.requireNonNull(chain, "'chain' must not be null");
        Objects.requireNonNull(tool, "'tool' must not be null");
        Objects.requireNonNull(safety, "'safety' must not be null");
        Objects.requireNonNull(toolCallId, "'toolCallId' must not be null");
        Objects.requireNonNull(argumentsHash, "'argumentsHash' must not be null");
    }

    /** The same call with other arguments. */
    AuditCall withArgumentsHash(String hash) {
        return new AuditCall(id, callId, runId, scope, chain, tool, safety, toolCallId, hash);
    }
}

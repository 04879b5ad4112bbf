package io.agentkit.store;

import io.agentkit.ErrorKind;
import io.agentkit.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of one tool call.
 *
 * @param id the record, unique
 * @param callId the call
 * @param runId the run it belongs to
 * @param scope for whom the run works
 * @param chain name of the chain
 * @param tool the tool
 * @param toolCallId the model's identifier of the call; empty when it gave none or no model asked
 * @param at when the call came
 * @param duration until it was over
 * @param attempts how many times the call was tried, the first included
 * @param executions how many times the tool was really called
 * @param argumentsHash SHA-256 of the arguments in hexadecimal: of their canonical form where they are JSON, so that order of members and
 *     white space do not matter, else of the text
 * @param resultHash the same of the result; null when there is none
 * @param decision what became of the call
 * @param errorKind what went wrong; null when nothing did
 * @param error what failed, without its text; null when nothing did
 * @param arguments the arguments, cut and masked; null unless the application keeps them
 */
public record AuditRecord(
        String id,
        String callId,
        String runId,
        Scope scope,
        String chain,
        String tool,
        String toolCallId,
        Instant at,
        Duration duration,
        int attempts,
        int executions,
        String argumentsHash,
        @Nullable String resultHash,
        AuditDecision decision,
        @Nullable ErrorKind errorKind,
        @Nullable String error,
        @Nullable String arguments) {

    public AuditRecord {
        Objects.requireNonNull(id, "'id' must not be null");
        Objects.requireNonNull(scope, "'scope' must not be null");
        Objects.requireNonNull(decision, "'decision' must not be null");
    }

    /** Names and numbers, never the arguments. */
    @Override
    public String toString() {
        return "AuditRecord[%s, tool=%s, decision=%s, attempts=%d]".formatted(id, tool, decision, attempts);
    }
}

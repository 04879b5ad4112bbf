package io.agentkit.safety;

import io.agentkit.AgentKitException;
import io.agentkit.Call;
import io.agentkit.ErrorKind;
import io.agentkit.ErrorSummary;
import io.agentkit.Next;
import io.agentkit.ToolMiddleware;
import io.agentkit.chat.CacheStatus;
import io.agentkit.store.AuditDecision;
import io.agentkit.store.AuditRecord;
import io.agentkit.store.AuditStore;
import io.agentkit.text.Truncation;
import io.agentkit.text.UrlMask;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class AuditMiddleware implements ToolMiddleware {

    private static final Logger log = LoggerFactory.getLogger(AuditMiddleware.class);

    private static final int ARGUMENT_BYTES = 8 * 1024;

    private final AuditStore store;
    private final boolean keepArguments;
    private final boolean failWithStore;

    AuditMiddleware(AuditStore store, boolean keepArguments, boolean failWithStore) {
        this.store = store;
        this.keepArguments = keepArguments;
        this.failWithStore = failWithStore;
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        Instant at = call.time().now();
        long started = call.time().nanoTime();
        ExecutionCount executions = new ExecutionCount();
        ToolResult result;
        try {
            result = next.call(call.withHook(executions));
        } catch (Throwable error) {
            appendFailure(call, at, started, executions.value(), error);
            throw error;
        }
        AuditDecision decision =
                result.cacheStatus() == CacheStatus.HIT ? AuditDecision.DEDUPED : AuditDecision.EXECUTED;
        try {
            append(call, record(call, at, started, executions.value(), decision, result, null));
        } catch (RuntimeException failure) {
            if (failWithStore) {
                throw new AgentKitException(
                        ErrorKind.STORE,
                        "The audit record of tool '%s' could not be written; the tool did run"
                                .formatted(call.request().name()),
                        failure);
            }
            log.warn(
                    "The audit record of tool '{}' could not be written",
                    call.request().name(),
                    failure);
        }
        return result;
    }

    /** What went wrong in the call is what its caller has to see, whatever happens to the record. */
    private void appendFailure(Call<ToolRequest> call, Instant at, long started, int executions, Throwable error) {
        try {
            ErrorKind kind = call.environment().errors().classify(error).kind();
            append(call, record(call, at, started, executions, decision(kind, executions), null, error));
        } catch (RuntimeException failure) {
            log.warn(
                    "The audit record of a failed call of tool '{}' could not be written",
                    call.request().name(),
                    failure);
        }
    }

    private static AuditDecision decision(ErrorKind kind, int executions) {
        if (kind == ErrorKind.CANCELLED) {
            return AuditDecision.CANCELLED;
        }
        if (executions > 0) {
            return AuditDecision.FAILED;
        }
        return kind == ErrorKind.BLOCKED ? AuditDecision.BLOCKED : AuditDecision.REFUSED;
    }

    private void append(Call<ToolRequest> call, AuditRecord record) {
        store.append(record);
        if (call.isListening()) {
            call.emit(new ToolAudited(
                    call.id(), record.id(), record.tool(), record.decision(), record.attempts(), record.errorKind()));
        }
    }

    private AuditRecord record(
            Call<ToolRequest> call,
            Instant at,
            long started,
            int executions,
            AuditDecision decision,
            @Nullable ToolResult result,
            @Nullable Throwable error) {
        ToolRequest request = call.request();
        ErrorKind kind = error == null
                ? null
                : call.environment().errors().classify(error).kind();
        return new AuditRecord(
                call.environment().ids().next(),
                call.id(),
                call.runId(),
                call.scope(),
                call.chain(),
                request.name(),
                request.callId(),
                at,
                Duration.ofNanos(call.time().nanoTime() - started),
                call.meta().attempts(),
                executions,
                AuditHash.of(request.arguments()),
                result == null ? null : AuditHash.of(result.text()),
                decision,
                kind,
                error == null ? null : ErrorSummary.of(error, call.environment().errors()),
                keepArguments ? Truncation.toBytes(UrlMask.mask(request.arguments()), ARGUMENT_BYTES) : null);
    }
}

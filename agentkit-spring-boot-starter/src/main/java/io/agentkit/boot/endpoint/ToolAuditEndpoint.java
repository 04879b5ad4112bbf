package io.agentkit.boot.endpoint;

import io.agentkit.store.AuditDecision;
import io.agentkit.store.AuditFilter;
import io.agentkit.store.AuditPage;
import io.agentkit.store.AuditRecord;
import io.agentkit.store.AuditStore;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * {@code /actuator/toolaudit}: the records of tool calls, newest first. Nobody has access until the application grants it. Thread-safe.
 */
@Endpoint(id = "toolaudit", defaultAccess = Access.NONE)
public class ToolAuditEndpoint {

    private static final int DEFAULT_SIZE = 50;

    private static final int LARGEST_SIZE = 500;

    private final AuditStore store;

    private final Show showArguments;

    /** Created by the auto-configuration; an application replaces it with a bean of its own. */
    public ToolAuditEndpoint(AuditStore store, Show showArguments) {
        this.store = store;
        this.showArguments = showArguments;
    }

    /**
     * Records that fit, newest first.
     *
     * @param tool of this tool
     * @param run of this run
     * @param tenant of this tenant
     * @param decision that ended so
     * @param since at this moment or later
     * @param until before this moment
     * @param before {@code next} of an earlier page
     * @param size most records of the page, 1 to 500; 50 by default
     */
    @ReadOperation
    public AuditDescriptor records(
            @Nullable String tool,
            @Nullable String run,
            @Nullable String tenant,
            @Nullable AuditDecision decision,
            @Nullable OffsetDateTime since,
            @Nullable OffsetDateTime until,
            @Nullable String before,
            @Nullable Integer size) {
        AuditFilter filter = new AuditFilter(tool, run, tenant, decision, instant(since), instant(until));
        return records(filter, before, size, showArguments == Show.ALWAYS);
    }

    /** The record; null, which is a 404, when there is none, or not any more. */
    @ReadOperation
    public @Nullable RecordDescriptor record(@Selector String id) {
        return record(id, showArguments == Show.ALWAYS);
    }

    AuditDescriptor records(AuditFilter filter, @Nullable String before, @Nullable Integer size, boolean arguments) {
        int most = size == null ? DEFAULT_SIZE : size;
        if (most < 1 || most > LARGEST_SIZE) {
            String reason = "'size' must be from 1 to %d (was %d)".formatted(LARGEST_SIZE, most);
            throw new InvalidEndpointRequestException(reason, reason);
        }
        AuditPage page = store.find(filter, before, most);
        return new AuditDescriptor(
                page.records().stream()
                        .map(each -> RecordDescriptor.of(each, arguments))
                        .toList(),
                page.next());
    }

    @Nullable
    RecordDescriptor record(String id, boolean arguments) {
        AuditRecord found = store.find(id);
        return found == null ? null : RecordDescriptor.of(found, arguments);
    }

    static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }

    /**
     * A page of records.
     *
     * @param records newest first
     * @param next what to give as {@code before} for the next page; absent on the last one
     */
    public record AuditDescriptor(
            List<RecordDescriptor> records, @Nullable String next) implements OperationResponseBody {}

    /**
     * A record of a tool call.
     *
     * @param id the record
     * @param callId the call
     * @param runId the run it belongs to
     * @param scope for whom the run works
     * @param chain name of the chain
     * @param tool the tool
     * @param toolCallId the model's identifier of the call; empty when it gave none
     * @param at when the call came
     * @param durationMs until it was over, in milliseconds
     * @param attempts how many times the call was tried
     * @param executions how many times the tool was really called
     * @param argumentsHash SHA-256 of the arguments
     * @param resultHash SHA-256 of the result; absent when there is none
     * @param decision executed, deduped, failed, blocked, refused or cancelled
     * @param errorKind what went wrong; absent when nothing did
     * @param error what failed, without its text; absent when nothing did
     * @param arguments the arguments; absent unless they are kept and shown
     */
    public record RecordDescriptor(
            String id,
            String callId,
            String runId,
            Map<String, String> scope,
            String chain,
            String tool,
            String toolCallId,
            Instant at,
            long durationMs,
            int attempts,
            int executions,
            String argumentsHash,
            @Nullable String resultHash,
            String decision,
            @Nullable String errorKind,
            @Nullable String error,
            @Nullable String arguments)
            implements OperationResponseBody {

        static RecordDescriptor of(AuditRecord record, boolean arguments) {
            return new RecordDescriptor(
                    record.id(),
                    record.callId(),
                    record.runId(),
                    record.scope().values(),
                    record.chain(),
                    record.tool(),
                    record.toolCallId(),
                    record.at(),
                    record.duration().toMillis(),
                    record.attempts(),
                    record.executions(),
                    record.argumentsHash(),
                    record.resultHash(),
                    record.decision().name().toLowerCase(Locale.ROOT),
                    record.errorKind() == null ? null : record.errorKind().text(),
                    record.error(),
                    arguments ? record.arguments() : null);
        }
    }
}

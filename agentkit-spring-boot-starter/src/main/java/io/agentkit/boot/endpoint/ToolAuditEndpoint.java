package io.agentkit.boot.endpoint;

import io.agentkit.ErrorKind;
import io.agentkit.ToolApproval;
import io.agentkit.audit.AuditCall;
import io.agentkit.audit.AuditDecision;
import io.agentkit.audit.AuditFilter;
import io.agentkit.audit.AuditOutcome;
import io.agentkit.audit.AuditPage;
import io.agentkit.audit.AuditRecord;
import io.agentkit.audit.AuditStarted;
import io.agentkit.audit.AuditStore;
import io.agentkit.audit.AuditVerification;
import io.agentkit.money.Money;
import io.agentkit.time.Time;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * {@code /actuator/toolaudit}: the records of tool calls, newest first, and whether they are what was written. Nobody has access until the
 * application grants it. Thread-safe.
 */
@Endpoint(id = "toolaudit", defaultAccess = Access.NONE)
public class ToolAuditEndpoint {

    private static final int DEFAULT_SIZE = 50;

    private static final int LARGEST_SIZE = 500;

    private final AuditStore store;

    private final AuditCheckup checkup;

    private final Show showArguments;

    /** Created by the auto-configuration; an application replaces it with a bean of its own. */
    public ToolAuditEndpoint(AuditStore store, Time time, Show showArguments) {
        this.store = store;
        this.checkup = new AuditCheckup(store, time);
        this.showArguments = showArguments;
    }

    /**
     * Records that fit, newest first.
     *
     * @param tool of this tool
     * @param run of this run
     * @param scope whose run works for this, such as {@code tenant:acme}; several with a comma between
     * @param decision that ended so, or {@code unknown}
     * @param from at this moment or later
     * @param to before this moment
     * @param before {@code next} of an earlier page
     * @param size most records of the page, 1 to 500; 50 by default
     * @param verify whether to read the whole trail now; by default that is done at most once a minute
     */
    @ReadOperation
    public AuditDescriptor records(
            @Nullable String tool,
            @Nullable String run,
            @Nullable String scope,
            @Nullable AuditDecision decision,
            @Nullable OffsetDateTime from,
            @Nullable OffsetDateTime to,
            @Nullable String before,
            @Nullable Integer size,
            @Nullable Boolean verify) {
        return records(
                filter(tool, run, scope, decision, from, to), before, size, verify, showArguments == Show.ALWAYS);
    }

    /** The record; null, which is a 404, when there is none, or not any more. */
    @ReadOperation
    public @Nullable RecordDescriptor record(@Selector String id) {
        return record(id, showArguments == Show.ALWAYS);
    }

    static AuditFilter filter(
            @Nullable String tool,
            @Nullable String run,
            @Nullable String scope,
            @Nullable AuditDecision decision,
            @Nullable OffsetDateTime from,
            @Nullable OffsetDateTime to) {
        return new AuditFilter(tool, run, scope(scope), decision, instant(from), instant(to));
    }

    private static Map<String, String> scope(@Nullable String text) {
        Map<String, String> scope = new LinkedHashMap<>();
        for (String each : text == null ? new String[0] : text.split(",")) {
            int colon = each.indexOf(':');
            if (colon < 1) {
                throw invalid("'scope' must be a key and a value, such as 'tenant:acme' (was '%s')".formatted(each));
            }
            scope.put(each.substring(0, colon), each.substring(colon + 1));
        }
        return scope;
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }

    private static InvalidEndpointRequestException invalid(String reason) {
        return new InvalidEndpointRequestException(reason, reason);
    }

    AuditDescriptor records(
            AuditFilter filter,
            @Nullable String before,
            @Nullable Integer size,
            @Nullable Boolean verify,
            boolean texts) {
        int most = size == null ? DEFAULT_SIZE : size;
        if (most < 1 || most > LARGEST_SIZE) {
            throw invalid("'size' must be from 1 to %d (was %d)".formatted(LARGEST_SIZE, most));
        }
        AuditPage page = page(filter, before, most);
        AuditCheckup.Result result = checkup.result(Boolean.TRUE.equals(verify));
        return new AuditDescriptor(
                result.verification().isIntact(),
                result.at(),
                result.verification().chains().stream().map(ChainDescriptor::of).toList(),
                page.records().stream()
                        .map(each -> RecordDescriptor.of(each, texts, null))
                        .toList(),
                page.next());
    }

    private AuditPage page(AuditFilter filter, @Nullable String before, int size) {
        try {
            return store.find(filter, before, size);
        } catch (IllegalArgumentException wrong) {
            throw invalid(String.valueOf(wrong.getMessage()));
        }
    }

    @Nullable
    RecordDescriptor record(String id, boolean texts) {
        List<AuditRecord> found = store.find(id);
        return found.isEmpty()
                ? null
                : RecordDescriptor.of(
                        found.get(found.size() - 1),
                        texts,
                        found.stream().map(EntryDescriptor::of).toList());
    }

    /**
     * A page of records.
     *
     * @param intact whether what is kept is what was written
     * @param verifiedAt when that was looked at last
     * @param chains what was found, for each writer of the store
     * @param records newest first
     * @param next what to give as {@code before} for the next page; absent on the last one
     */
    public record AuditDescriptor(
            boolean intact,
            Instant verifiedAt,
            List<ChainDescriptor> chains,
            List<RecordDescriptor> records,
            @Nullable String next)
            implements OperationResponseBody {}

    /**
     * A chain of entries.
     *
     * @param name whose it is; absent for the only one
     * @param broken where it breaks and how; absent when it does not
     * @param entries how many were read and found right
     * @param first place of the oldest entry
     * @param head place of the newest entry
     * @param headHash its hash, to be kept elsewhere
     */
    public record ChainDescriptor(
            @Nullable String name, @Nullable String broken, long entries, long first, long head, String headHash) {

        static ChainDescriptor of(AuditVerification.ChainState state) {
            return new ChainDescriptor(
                    state.name().isEmpty() ? null : state.name(),
                    state.broken(),
                    state.entries(),
                    state.first(),
                    state.head(),
                    state.headHash());
        }
    }

    /**
     * An entry of a record.
     *
     * @param place in its chain
     * @param kind started or outcome
     * @param at when the tool was about to run, or the call came
     * @param hash of the entry
     */
    public record EntryDescriptor(long place, String kind, Instant at, String hash) {

        static EntryDescriptor of(AuditRecord record) {
            return new EntryDescriptor(
                    record.number(),
                    record.entry() instanceof AuditStarted ? "started" : "outcome",
                    record.entry().at(),
                    record.hash());
        }
    }

    /**
     * A record of a tool call.
     *
     * @param id one pass of the call through the audit
     * @param callId the call
     * @param runId the run it belongs to
     * @param scope for whom the run works
     * @param chain name of the chain
     * @param tool the tool
     * @param safety what a second call of the tool would do
     * @param toolCallId the model's identifier of the call; empty when it gave none
     * @param at when the call came; while its outcome is unknown, when the tool was about to run
     * @param durationMs until it was over, in milliseconds; absent while its outcome is unknown
     * @param attempts how many times the call was tried; absent while its outcome is unknown
     * @param executions how many times the tool was really called; absent while its outcome is unknown
     * @param argumentsHash SHA-256 of the arguments
     * @param resultHash SHA-256 of the result; absent when there is none
     * @param decision executed, failed, deduped, blocked, refused, cancelled, not-called or unknown
     * @param errorKind what went wrong; absent when nothing did
     * @param error what failed, without its text; absent when nothing did
     * @param usd what models spent that were called inside the tool; absent when none were
     * @param exact whether that is all of it; absent with it
     * @param arguments the arguments; absent unless they are kept and shown
     * @param result the result; absent unless it is kept and shown
     * @param approvedBy who approved the call; absent when nobody had to
     * @param deniedBy who denied it; absent when nobody did
     * @param entries what was written of it; only where one record is asked for
     */
    public record RecordDescriptor(
            String id,
            String callId,
            String runId,
            Map<String, String> scope,
            String chain,
            String tool,
            String safety,
            String toolCallId,
            Instant at,
            @Nullable Long durationMs,
            @Nullable Integer attempts,
            @Nullable Integer executions,
            String argumentsHash,
            @Nullable String resultHash,
            String decision,
            @Nullable String errorKind,
            @Nullable String error,
            @Nullable String usd,
            @Nullable Boolean exact,
            @Nullable String arguments,
            @Nullable String result,
            @Nullable String approvedBy,
            @Nullable String deniedBy,
            @Nullable List<EntryDescriptor> entries)
            implements OperationResponseBody {

        static RecordDescriptor of(AuditRecord record, boolean texts, @Nullable List<EntryDescriptor> entries) {
            AuditCall call = Objects.requireNonNull(record.call(), "stores give no notes of their own");
            AuditOutcome outcome = record.entry() instanceof AuditOutcome ended ? ended : null;
            AuditStarted before = record.entry() instanceof AuditStarted started ? started : null;
            String arguments = outcome != null ? outcome.arguments() : before == null ? null : before.arguments();
            ToolApproval approval = outcome != null ? outcome.approval() : before == null ? null : before.approval();
            ErrorKind error = outcome == null ? null : outcome.errorKind();
            Money usd = outcome == null ? null : outcome.usd();
            return new RecordDescriptor(
                    call.id(),
                    call.callId(),
                    call.runId(),
                    call.scope().values(),
                    call.chain(),
                    call.tool(),
                    word(call.safety()),
                    call.toolCallId(),
                    record.entry().at(),
                    outcome == null ? null : outcome.duration().toMillis(),
                    outcome == null ? null : outcome.attempts(),
                    outcome == null ? null : outcome.executions(),
                    call.argumentsHash(),
                    outcome == null ? null : outcome.resultHash(),
                    word(record.decision()),
                    error == null ? null : error.text(),
                    outcome == null ? null : outcome.error(),
                    usd == null ? null : usd.toString(),
                    usd == null ? null : Objects.requireNonNull(outcome).exact(),
                    texts ? arguments : null,
                    texts && outcome != null ? outcome.result() : null,
                    approval != null && approval.granted() ? approval.by() : null,
                    approval != null && !approval.granted() ? approval.by() : null,
                    entries);
        }

        private static String word(Enum<?> value) {
            return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}

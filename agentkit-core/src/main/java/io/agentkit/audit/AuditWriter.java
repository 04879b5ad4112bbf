package io.agentkit.audit;

import io.agentkit.ErrorKind;
import io.agentkit.ToolApproval;
import io.agentkit.money.Money;
import io.agentkit.text.JsonStrings;
import io.agentkit.tool.ToolSafety;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes entries as JSON, always in the same way: members in one order, those without a value left out. Not thread-safe. */
final class AuditWriter {

    static final AuditWords<AuditDecision> DECISIONS = new AuditWords<>(AuditDecision.class);
    static final AuditWords<ToolSafety> SAFETIES = new AuditWords<>(ToolSafety.class);
    static final AuditWords<ErrorKind> ERRORS = new AuditWords<>(ErrorKind.class);
    static final AuditWords<AuditNote.Kind> NOTES = new AuditWords<>(AuditNote.Kind.class);

    static final String APPROVED_BY = "approvedBy";
    static final String DENIED_BY = "deniedBy";

    private final StringBuilder out = new StringBuilder(1024);

    /** The second that was written last, and how. */
    private long second = Long.MIN_VALUE;

    private String secondText = "";

    /** The entry in its place, without the hash and what closes it. */
    String write(long number, String previous, AuditEntry entry) {
        out.setLength(0);
        out.append("{\"n\":").append(number);
        plain("previous", previous);
        if (entry instanceof AuditStarted started) {
            plain("kind", "started");
            at(started.at());
            call(started.call());
            count("request", started.request());
            optional("arguments", started.arguments());
            approval(started.approval());
        } else if (entry instanceof AuditOutcome outcome) {
            outcome(outcome);
        } else if (entry instanceof AuditNote note) {
            plain("kind", NOTES.of(note.kind()));
            at(note.at());
            count("upTo", note.number());
            text("upToHash", note.hash());
        }
        return out.toString();
    }

    private void outcome(AuditOutcome outcome) {
        plain("kind", "outcome");
        at(outcome.at());
        call(outcome.call());
        count("nanos", outcome.duration().toNanos());
        count("attempts", outcome.attempts());
        count("executions", outcome.executions());
        count("started", outcome.started());
        plain("decision", DECISIONS.of(outcome.decision()));
        optional("resultHash", outcome.resultHash());
        optional("errorKind", outcome.errorKind() == null ? null : ERRORS.of(outcome.errorKind()));
        optional("error", outcome.error());
        Money usd = outcome.usd();
        if (usd != null) {
            text("usd", usd.toString());
            out.append(",\"exact\":").append(outcome.exact());
        }
        optional("arguments", outcome.arguments());
        optional("result", outcome.result());
        approval(outcome.approval());
    }

    private void approval(@Nullable ToolApproval approval) {
        if (approval != null) {
            text(approval.granted() ? APPROVED_BY : DENIED_BY, approval.by());
        }
    }

    private void call(AuditCall call) {
        text("id", call.id());
        text("call", call.callId());
        text("run", call.runId());
        Map<String, String> scope = call.scope().values();
        if (!scope.isEmpty()) {
            out.append(",\"scope\":{");
            char separator = ' ';
            for (Map.Entry<String, String> each : scope.entrySet()) {
                if (separator == ',') {
                    out.append(separator);
                }
                JsonStrings.quote(out, each.getKey());
                out.append(':');
                JsonStrings.quote(out, each.getValue());
                separator = ',';
            }
            out.append('}');
        }
        text("chain", call.chain());
        text("tool", call.tool());
        plain("safety", SAFETIES.of(call.safety()));
        text("toolCall", call.toolCallId());
        plain("argumentsHash", call.argumentsHash());
    }

    /** As {@link Instant#toString()}, which is slower than all the rest. */
    private void at(Instant at) {
        if (at.getEpochSecond() != second) {
            second = at.getEpochSecond();
            String whole = Instant.ofEpochSecond(second).toString();
            secondText = whole.substring(0, whole.length() - 1);
        }
        out.append(",\"at\":\"").append(secondText);
        int nanos = at.getNano();
        if (nanos != 0) {
            out.append('.');
            int digit = 100_000_000;
            for (int rest = nanos; rest > 0 || (digit != 100_000 && digit != 100 && digit != 0); digit /= 10) {
                out.append((char) ('0' + rest / digit));
                rest %= digit;
            }
        }
        out.append("Z\"");
    }

    /** A value in which nothing has to be escaped. */
    private void plain(String name, String value) {
        out.append(",\"").append(name).append("\":\"").append(value).append('"');
    }

    private void text(String name, String value) {
        out.append(",\"").append(name).append("\":");
        JsonStrings.quote(out, value);
    }

    private void optional(String name, @Nullable String value) {
        if (value != null) {
            text(name, value);
        }
    }

    private void count(String name, long value) {
        out.append(",\"").append(name).append("\":").append(value);
    }
}

package io.agentkit.audit;

import io.agentkit.ErrorKind;
import io.agentkit.money.Money;
import io.agentkit.text.JsonStrings;
import io.agentkit.tool.ToolSafety;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes entries as JSON, always in the same way: members in one order, those without a value left out. Not thread-safe. */
final class AuditWriter {

    static final AuditWords<AuditDecision> DECISIONS = new AuditWords<>(AuditDecision.class);
    static final AuditWords<ToolSafety> SAFETIES = new AuditWords<>(ToolSafety.class);
    static final AuditWords<ErrorKind> ERRORS = new AuditWords<>(ErrorKind.class);
    static final AuditWords<AuditNote.Kind> NOTES = new AuditWords<>(AuditNote.Kind.class);

    private final StringBuilder out = new StringBuilder(1024);

    /** The entry in its place, without the hash and what closes it. */
    String write(long number, String previous, AuditEntry entry) {
        out.setLength(0);
        out.append("{\"n\":").append(number);
        text("previous", previous);
        if (entry instanceof AuditStarted started) {
            text("kind", "started");
            text("at", started.at().toString());
            call(started.call());
            count("request", started.request());
            optional("arguments", started.arguments());
        } else if (entry instanceof AuditOutcome outcome) {
            outcome(outcome);
        } else if (entry instanceof AuditNote note) {
            text("kind", NOTES.of(note.kind()));
            text("at", note.at().toString());
            count("upTo", note.number());
            text("upToHash", note.hash());
        }
        return out.toString();
    }

    private void outcome(AuditOutcome outcome) {
        text("kind", "outcome");
        text("at", outcome.at().toString());
        call(outcome.call());
        count("nanos", outcome.duration().toNanos());
        count("attempts", outcome.attempts());
        count("executions", outcome.executions());
        count("started", outcome.started());
        text("decision", DECISIONS.of(outcome.decision()));
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
        text("safety", SAFETIES.of(call.safety()));
        text("toolCall", call.toolCallId());
        text("argumentsHash", call.argumentsHash());
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

package io.agentkit.observe;

import io.agentkit.Call;
import io.agentkit.ErrorSummary;
import io.agentkit.Next;
import io.agentkit.ToolMiddleware;
import io.agentkit.chat.CacheStatus;
import io.agentkit.text.Truncation;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** Logs each call once it is over. */
final class ToolLogMiddleware implements ToolMiddleware {

    private static final Logger log = LoggerFactory.getLogger(ToolLogSpec.class);

    private final Level level;
    private final Level failureLevel;
    private final @Nullable SentText sent;

    /** @param sent tells the texts of failures; null to write summaries */
    ToolLogMiddleware(ToolLogSpec spec, @Nullable SentText sent) {
        this.level = spec.level();
        this.failureLevel = spec.failureLevel();
        this.sent = sent;
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        long started = call.time().nanoTime();
        ToolResult result;
        try {
            result = next.call(call);
        } catch (Throwable failure) {
            failed(call, started, failure);
            throw failure;
        }
        if (log.isEnabledForLevel(level)) {
            boolean again = result.cacheStatus() == CacheStatus.HIT;
            long bytes = Truncation.bytes(result.text());
            line(level, call, started)
                    .addKeyValue("outcome", again ? "used again" : "ok")
                    .addKeyValue("result_bytes", bytes)
                    .log(head(call, started) + " ok: " + bytes + (again ? " bytes, used again" : " bytes"));
        }
        return result;
    }

    private void failed(Call<ToolRequest> call, long started, Throwable failure) {
        if (!log.isEnabledForLevel(failureLevel)) {
            return;
        }
        String summary = ErrorSummary.of(failure, call.environment().errors());
        String text = sent == null ? null : sent.of(call, failure);
        LoggingEventBuilder line = line(failureLevel, call, started)
                .addKeyValue("outcome", "error")
                .addKeyValue("error", summary);
        if (text != null) {
            line = line.addKeyValue("error_text", text);
        }
        line.log(head(call, started) + " error: " + OneLine.of(text == null ? summary : text));
    }

    private static LoggingEventBuilder line(Level level, Call<ToolRequest> call, long started) {
        return log.atLevel(level)
                .addKeyValue("tool", call.request().name())
                .addKeyValue("tool_call_id", call.request().callId())
                .addKeyValue("call_id", call.id())
                .addKeyValue("run_id", call.runId())
                .addKeyValue("duration_ms", millis(call, started))
                .addKeyValue("attempts", call.meta().attempts());
    }

    private static String head(Call<ToolRequest> call, long started) {
        ToolRequest request = call.request();
        String callId = request.callId().isEmpty() ? call.id() : request.callId();
        int attempts = call.meta().attempts();
        return "Tool '%s' (call %s, run %s, %d %s, %d ms)"
                .formatted(
                        OneLine.of(request.name()),
                        OneLine.of(callId),
                        OneLine.of(call.runId()),
                        attempts,
                        attempts == 1 ? "attempt" : "attempts",
                        millis(call, started));
    }

    private static long millis(Call<ToolRequest> call, long started) {
        return Duration.ofNanos(call.time().nanoTime() - started).toMillis();
    }
}

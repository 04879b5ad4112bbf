package io.agentkit.audit;

import io.agentkit.ErrorKind;
import io.agentkit.ToolApproval;
import io.agentkit.money.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What became of a tool call. One for each pass of a call through {@code audit}.
 *
 * @param call the call
 * @param at when it came
 * @param duration until it was over
 * @param attempts how many times the call was tried, the first included
 * @param executions how many times the tool was really called
 * @param started for how many of these a record was written before
 * @param decision what became of the call
 * @param resultHash SHA-256 of the result in hexadecimal; null when there is none
 * @param errorKind what went wrong; null when nothing did
 * @param error what failed, without its text; null when nothing did
 * @param usd what models spent that were called inside the tool; null when none were
 * @param exact whether that is all of it: false as soon as a part is estimated or has no price
 * @param arguments the arguments, cut and redacted; null unless the application keeps them
 * @param result the result, cut and redacted; null unless there is one and the application keeps it
 * @param approval what somebody said who was asked about the call; null when nobody was
 */
public record AuditOutcome(
        AuditCall call,
        Instant at,
        Duration duration,
        int attempts,
        int executions,
        int started,
        AuditDecision decision,
        @Nullable String resultHash,
        @Nullable ErrorKind errorKind,
        @Nullable String error,
        @Nullable Money usd,
        boolean exact,
        @Nullable String arguments,
        @Nullable String result,
        @Nullable ToolApproval approval)
        implements AuditEntry {

    public AuditOutcome {
        Objects.requireNonNull(call, "'call' must not be null");
        Objects.requireNonNull(at, "'at' must not be null");
        Objects.requireNonNull(duration, "'duration' must not be null");
        Objects.requireNonNull(decision, "'decision' must not be null");
    }

    /** Of a call that nobody was asked about. */
    public AuditOutcome(
            AuditCall call,
            Instant at,
            Duration duration,
            int attempts,
            int executions,
            int started,
            AuditDecision decision,
            @Nullable String resultHash,
            @Nullable ErrorKind errorKind,
            @Nullable String error,
            @Nullable Money usd,
            boolean exact,
            @Nullable String arguments,
            @Nullable String result) {
        this(
                call,
                at,
                duration,
                attempts,
                executions,
                started,
                decision,
                resultHash,
                errorKind,
                error,
                usd,
                exact,
                arguments,
                result,
                null);
    }

    /** Whoever was told before that the tool would run is told before anybody uses its result what became of it. */
    @Override
    public boolean isAwaited() {
        return started > 0;
    }

    /** Names and numbers, never arguments and results. */
    @Override
    public String toString() {
        return "AuditOutcome[%s, tool=%s, decision=%s, attempts=%d]"
                .formatted(call.id(), call.tool(), decision, attempts);
    }
}

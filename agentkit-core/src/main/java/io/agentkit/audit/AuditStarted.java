package io.agentkit.audit;

import io.agentkit.ToolApproval;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tool is about to run. Written before it does; without an {@link AuditOutcome} of the same pass nobody knows whether it did.
 *
 * @param call the call
 * @param at when
 * @param request counts the physical requests of the call, from 1
 * @param arguments the arguments, cut and redacted; null unless the application keeps them
 * @param approval what somebody said who was asked about the call; null when nobody was
 */
public record AuditStarted(
        AuditCall call,
        Instant at,
        int request,
        @Nullable String arguments,
        @Nullable ToolApproval approval) implements AuditEntry {

    /** Of a call that nobody was asked about. */
    public AuditStarted(AuditCall call, Instant at, int request, @Nullable String arguments) {
        this(call, at, request, arguments, null);
    }

    public AuditStarted {
        Objects.requireNonNull(call, "'call' must not be null");
        Objects.requireNonNull(at, "'at' must not be null");
    }

    @Override
    public boolean isAwaited() {
        return true;
    }

    /** Names and numbers, never the arguments. */
    @Override
    public String toString() {
        return "AuditStarted[%s, tool=%s, request=%d]".formatted(call.id(), call.tool(), request);
    }
}

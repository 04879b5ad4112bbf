package io.agentkit.limit;

import io.agentkit.CallKind;
import io.agentkit.Event;
import org.jspecify.annotations.Nullable;

/**
 * Agents or tools went too far; the call is refused right after this.
 *
 * @param callId the call
 * @param runId its run
 * @param kind whether a model or a tool was called
 * @param reason what went too far
 * @param most how far it may go; 0 for cycles
 * @param depth how deep the call was nested
 * @param agent the run's agent; null when it has none
 */
public record DepthExceeded(
        String callId,
        String runId,
        CallKind kind,
        DepthReason reason,
        int most,
        int depth,
        @Nullable String agent) implements Event {

    @Override
    public String name() {
        return "depth.exceeded";
    }
}

package io.agentkit.idempotency;

import io.agentkit.Event;

/**
 * A tool call got the result of an earlier one that was the same; the tool was not called.
 *
 * @param callId the call
 * @param tool the tool
 */
public record ToolCallReplayed(String callId, String tool) implements Event {

    @Override
    public String name() {
        return "idempotent.replayed";
    }
}

package io.agentkit.limit;

import io.agentkit.CallKind;
import io.agentkit.Event;

/**
 * A model that asks for tools without an end has to answer with what it has: it was asked once more without tools, or read in place of a
 * result that its call was not made.
 *
 * @param callId the call
 * @param runId its run
 * @param kind whether a model or a tool was called
 * @param reason what would have gone too far
 * @param most how far it may go
 */
public record ToolsWithheld(String callId, String runId, CallKind kind, DepthReason reason, int most) implements Event {

    @Override
    public String name() {
        return "depth.tools-withheld";
    }
}

package io.agentkit.safety;

import io.agentkit.Event;

/**
 * A policy refused to have a tool called; it was not called.
 *
 * @param callId the call
 * @param runId its run
 * @param chain name of the chain
 * @param tool the tool
 * @param rule which rule refused it
 */
public record ToolDenied(String callId, String runId, String chain, String tool, String rule) implements Event {

    @Override
    public String name() {
        return "tool.denied";
    }
}

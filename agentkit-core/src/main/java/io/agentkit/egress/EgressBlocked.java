package io.agentkit.egress;

import io.agentkit.Event;

/**
 * A tool was not called, since an argument leads where tools may not reach.
 *
 * @param callId the call
 * @param runId its run
 * @param tool the tool
 * @param argument the path of the argument; empty when none is to blame alone
 * @param rule which rule says so
 */
public record EgressBlocked(String callId, String runId, String tool, String argument, EgressRule rule)
        implements Event {

    @Override
    public String name() {
        return "egress.blocked";
    }
}

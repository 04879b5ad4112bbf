package io.agentkit.spend;

import io.agentkit.Event;

/**
 * A run asks a model once more than it may; the call is refused right after this.
 *
 * @param callId the call
 * @param runId the run
 * @param maxTurns how many calls of models a run may make
 */
public record MaxTurnsReached(String callId, String runId, long maxTurns) implements Event {

    @Override
    public String name() {
        return "run.max-turns-reached";
    }
}

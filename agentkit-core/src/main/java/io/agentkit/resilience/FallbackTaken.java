package io.agentkit.resilience;

import io.agentkit.Event;
import io.agentkit.Failure;

/**
 * A model failed, and another one of the list is asked.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param from the model that failed, by its name in the list
 * @param to the model that is asked now, by its name in the list
 * @param failure why the first of the two failed
 */
public record FallbackTaken(String callId, String chain, String from, String to, Failure failure) implements Event {

    @Override
    public String name() {
        return "fallback.taken";
    }
}

package io.agentkit.resilience;

import io.agentkit.Event;
import io.agentkit.Failure;

/**
 * More than one model of a list failed, and no other is asked.
 *
 * @param callId the call
 * @param failed how many failed
 * @param failure why the first of them failed
 */
public record FallbackExhausted(String callId, int failed, Failure failure) implements Event {

    @Override
    public String name() {
        return "fallback.exhausted";
    }
}

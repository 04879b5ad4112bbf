package io.agentkit.resilience;

import io.agentkit.CallKind;
import io.agentkit.Event;

/**
 * A model or tool works again: requests pass.
 *
 * @param callId the call that tried it
 * @param kind what its chain is around
 * @param chain name of the chain
 * @param target as in {@link BreakerStatus}
 */
public record BreakerClosed(String callId, CallKind kind, String chain, String target) implements Event {

    @Override
    public String name() {
        return "breaker.closed";
    }
}

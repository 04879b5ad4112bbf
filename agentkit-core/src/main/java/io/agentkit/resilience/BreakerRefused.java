package io.agentkit.resilience;

import io.agentkit.CallKind;
import io.agentkit.Event;
import java.time.Duration;

/**
 * A request was not sent, since the circuit of its model or tool is open.
 *
 * @param callId the call
 * @param kind what its chain is around
 * @param chain name of the chain
 * @param target as in {@link BreakerStatus}
 * @param remaining how long requests are refused yet
 */
public record BreakerRefused(String callId, CallKind kind, String chain, String target, Duration remaining)
        implements Event {

    @Override
    public String name() {
        return "breaker.refused";
    }
}

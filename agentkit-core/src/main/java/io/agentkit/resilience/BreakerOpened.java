package io.agentkit.resilience;

import io.agentkit.CallKind;
import io.agentkit.Event;
import io.agentkit.Failure;
import java.time.Duration;

/**
 * Nothing is sent to a model or tool for a while, since it failed too often in a row, or failed again when one request tried.
 *
 * @param callId the call that failed last
 * @param kind what its chain is around
 * @param chain name of the chain
 * @param target as in {@link BreakerStatus}
 * @param failure the last failure
 * @param coolDown how long nothing is sent
 */
public record BreakerOpened(
        String callId, CallKind kind, String chain, String target, Failure failure, Duration coolDown)
        implements Event {

    @Override
    public String name() {
        return "breaker.opened";
    }
}

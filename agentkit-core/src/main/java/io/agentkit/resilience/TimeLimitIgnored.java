package io.agentkit.resilience;

import io.agentkit.CallKind;
import io.agentkit.Event;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a time limit cancelled still goes on a second later: it pays no attention to interrupts and has nothing that could be closed.
 *
 * @param callId the call
 * @param kind what its chain is around
 * @param chain name of the chain
 * @param target the model or tool asked for; null when the endpoint decides
 * @param limit whose time it was
 * @param duration how long it allows
 */
public record TimeLimitIgnored(
        String callId,
        CallKind kind,
        String chain,
        @Nullable String target,
        TimeLimit limit,
        Duration duration) implements Event {

    @Override
    public String name() {
        return "timeout.ignored";
    }
}

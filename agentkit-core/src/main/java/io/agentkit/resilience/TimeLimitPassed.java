package io.agentkit.resilience;

import io.agentkit.CallKind;
import io.agentkit.Event;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A time limit ended what stands inside it.
 *
 * @param callId the call
 * @param kind what its chain is around
 * @param chain name of the chain
 * @param target the model or tool asked for; null when the endpoint decides
 * @param limit whose time it was
 * @param duration how long it allows
 */
public record TimeLimitPassed(
        String callId,
        CallKind kind,
        String chain,
        @Nullable String target,
        TimeLimit limit,
        Duration duration) implements Event {

    @Override
    public String name() {
        return "timeout.passed";
    }
}

package io.agentkit.resilience;

import io.agentkit.Event;
import io.agentkit.Failure;
import java.time.Duration;

/**
 * An attempt failed and another follows after a wait.
 *
 * @param callId the call
 * @param attempt the attempt that is about to run, from 2
 * @param failure why the last one failed
 * @param delay how long is waited before
 */
public record RetryScheduled(String callId, int attempt, Failure failure, Duration delay) implements Event {

    @Override
    public String name() {
        return "retry.attempt";
    }
}

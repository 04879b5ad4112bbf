package io.agentkit;

import org.jspecify.annotations.Nullable;

/**
 * A physical request is sent now.
 *
 * @param callId the call
 * @param number counts the requests of the call, from 1
 * @param target the model or tool asked for; null when the endpoint decides
 */
public record RequestSent(
        String callId, int number, @Nullable String target) implements Event {

    @Override
    public String name() {
        return "request.sent";
    }

    @Override
    public boolean isRoutine() {
        return true;
    }
}

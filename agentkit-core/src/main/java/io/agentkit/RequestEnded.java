package io.agentkit;

import org.jspecify.annotations.Nullable;

/**
 * A physical request ended.
 *
 * @param callId the call
 * @param number counts the requests of the call, from 1
 * @param target the model that served it, or the tool
 * @param failure why it failed; null when it succeeded
 */
public record RequestEnded(
        String callId,
        int number,
        @Nullable String target,
        @Nullable Failure failure) implements Event {

    @Override
    public String name() {
        return "request.ended";
    }
}

package io.agentkit;

import org.jspecify.annotations.Nullable;

/**
 * A streaming consumer was shown another answer than the one that was returned.
 *
 * @param callId the call
 * @param middleware who changed the answer after it had been streamed; null when that is not known
 */
public record ReplyDiverged(String callId, @Nullable String middleware) implements Event {

    @Override
    public String name() {
        return "reply.diverged";
    }
}

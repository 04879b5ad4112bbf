package io.agentkit.cache;

import io.agentkit.CallKind;
import io.agentkit.Event;
import org.jspecify.annotations.Nullable;

/**
 * A call got an answer that an earlier one, or one at the same time, was given.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param kind what the chain is around
 * @param target the tool or model; null when nobody said
 * @param waited whether it waited for a call under way, and did not find the answer among those that are kept
 */
public record CacheHit(
        String callId,
        String chain,
        CallKind kind,
        @Nullable String target,
        boolean waited) implements Event {

    @Override
    public String name() {
        return "cache.hit";
    }

    @Override
    public boolean isRoutine() {
        return true;
    }
}

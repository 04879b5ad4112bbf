package io.agentkit.cache.semantic;

import io.agentkit.Event;
import org.jspecify.annotations.Nullable;

/**
 * A question was similar enough and is not taken to mean the same, so that its answer was not given.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param target the model; null when nobody said
 * @param similarity the cosine of both questions, at most 1
 * @param doubt what differs
 */
public record SemanticDoubt(
        String callId, String chain, @Nullable String target, double similarity, Doubt doubt) implements Event {

    @Override
    public String name() {
        return "cache.doubt";
    }

    @Override
    public boolean isRoutine() {
        return true;
    }
}

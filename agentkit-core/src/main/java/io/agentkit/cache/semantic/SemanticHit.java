package io.agentkit.cache.semantic;

import io.agentkit.Event;
import org.jspecify.annotations.Nullable;

/**
 * A call got the answer to a question that means the same.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param target the model; null when nobody said
 * @param similarity the cosine of both questions, at most 1
 */
public record SemanticHit(
        String callId, String chain, @Nullable String target, double similarity) implements Event {

    @Override
    public String name() {
        return "cache.hit";
    }

    @Override
    public boolean isRoutine() {
        return true;
    }
}

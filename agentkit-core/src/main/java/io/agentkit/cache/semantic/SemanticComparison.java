package io.agentkit.cache.semantic;

import io.agentkit.Event;
import org.jspecify.annotations.Nullable;

/**
 * A question means the same as one that is kept, and the model was asked all the same: the call got the new answer.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param target the model; null when nobody said
 * @param similarity the cosine of both questions, at most 1
 * @param agreed whether the new answer says what the kept one does
 */
public record SemanticComparison(
        String callId, String chain, @Nullable String target, double similarity, boolean agreed) implements Event {

    @Override
    public String name() {
        return "cache.compared";
    }
}

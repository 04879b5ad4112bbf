package io.agentkit.springai;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** A chunk with more reasoning than the one before: each repeats all that came so far. */
final class ReasoningDelta extends ResponseDelta {

    private final int from;

    /** @param from where in the reasoning so far the chunk's own part begins */
    ReasoningDelta(ChatResponse response, int from) {
        super(response);
        this.from = from;
    }

    @Override
    @Nullable
    String reasoning(Generation answer) {
        return answer.getOutput().getMetadata().get(Answer.REASONING) instanceof String all
                ? all.substring(from)
                : null;
    }
}

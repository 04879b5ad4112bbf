package io.agentkit.sample;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentkit.Run;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/**
 * An answer and what it took.
 *
 * @param answer the text
 * @param receipt its parts stand beside the answer
 */
record ChatAnswer(String answer, @JsonUnwrapped Receipt receipt) {

    static ChatAnswer of(@Nullable ChatResponse response, Run run) {
        Generation generation = response == null ? null : response.getResult();
        String text = generation == null ? null : generation.getOutput().getText();
        String model = response == null ? "" : response.getMetadata().getModel();
        return new ChatAnswer(text == null ? "" : text, Receipt.of(run.id(), model, run.spend()));
    }
}

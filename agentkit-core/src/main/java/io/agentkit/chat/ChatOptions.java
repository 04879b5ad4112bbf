package io.agentkit.chat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of a chat request that mean the same for every provider. Null leaves the choice to the model's own defaults. What a provider
 * has besides these stays in the framework's own options object and is never lost.
 *
 * @param temperature randomness, provider's scale
 * @param maxOutputTokens upper bound of the answer in tokens
 * @param topP nucleus sampling, 0 to 1
 * @param topK number of candidates
 * @param frequencyPenalty provider's scale
 * @param presencePenalty provider's scale
 * @param stop texts at which the answer ends; empty for none
 */
public record ChatOptions(
        @Nullable Double temperature,
        @Nullable Integer maxOutputTokens,
        @Nullable Double topP,
        @Nullable Integer topK,
        @Nullable Double frequencyPenalty,
        @Nullable Double presencePenalty,
        List<String> stop) {

    /** Nothing chosen. */
    public static final ChatOptions DEFAULTS = new ChatOptions(null, null, null, null, null, null, List.of());

    public ChatOptions {
        stop = List.copyOf(stop);
    }

    public ChatOptions withMaxOutputTokens(@Nullable Integer tokens) {
        return new ChatOptions(temperature, tokens, topP, topK, frequencyPenalty, presencePenalty, stop);
    }

    public ChatOptions withTemperature(@Nullable Double value) {
        return new ChatOptions(value, maxOutputTokens, topP, topK, frequencyPenalty, presencePenalty, stop);
    }
}

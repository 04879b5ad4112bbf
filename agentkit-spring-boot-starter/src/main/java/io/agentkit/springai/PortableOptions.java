package io.agentkit.springai;

import io.agentkit.chat.ChatOptions;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the options that mean the same for every provider, and writes back those that a chain changed. */
final class PortableOptions {

    private PortableOptions() {}

    static ChatOptions read(org.springframework.ai.chat.prompt.ChatOptions options) {
        List<String> stop = options.getStopSequences();
        return new ChatOptions(
                options.getTemperature(),
                MaxOutput.of(options).read(options),
                options.getTopP(),
                options.getTopK(),
                options.getFrequencyPenalty(),
                options.getPresencePenalty(),
                stop == null ? List.of() : stop);
    }

    /** Only what differs is set: a builder may treat a value that is set as more than one that was inherited. */
    static void write(
            ChatOptions before,
            ChatOptions after,
            org.springframework.ai.chat.prompt.ChatOptions options,
            org.springframework.ai.chat.prompt.ChatOptions.Builder<?> builder) {
        if (differ(before.temperature(), after.temperature())) {
            builder.temperature(after.temperature());
        }
        if (differ(before.topP(), after.topP())) {
            builder.topP(after.topP());
        }
        if (differ(before.topK(), after.topK())) {
            builder.topK(after.topK());
        }
        if (differ(before.frequencyPenalty(), after.frequencyPenalty())) {
            builder.frequencyPenalty(after.frequencyPenalty());
        }
        if (differ(before.presencePenalty(), after.presencePenalty())) {
            builder.presencePenalty(after.presencePenalty());
        }
        if (differ(before.stop(), after.stop())) {
            builder.stopSequences(after.stop());
        }
        if (differ(before.maxOutputTokens(), after.maxOutputTokens())) {
            MaxOutput.of(options).write(options, builder, after.maxOutputTokens());
        }
    }

    private static boolean differ(@Nullable Object before, @Nullable Object after) {
        return !Objects.equals(before, after);
    }
}

package io.agentkit.springai;

import io.agentkit.chat.ChatOptions;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What providers make of the options that all of them have, where a request was written for another one. */
final class Dialect {

    private static final Pattern OPENAI = Pattern.compile("(?:gpt-|chatgpt-|o[134](?:-|$)).*");

    /** Models that think before they answer take no sampling options. */
    private static final Pattern OPENAI_REASONING = Pattern.compile("(?:gpt-5|o[134](?:-|$)).*");

    private static final Pattern MISTRAL = Pattern.compile("(?:mistral|ministral|magistral|codestral|pixtral)-.*");

    private Dialect() {}

    /** Who makes the model, in OpenTelemetry's words; null when the name does not tell. */
    static @Nullable String maker(String model) {
        if (model.startsWith("claude-")) {
            return "anthropic";
        }
        if (model.startsWith("gemini-")) {
            return "gcp.gemini";
        }
        if (model.startsWith("deepseek-")) {
            return "deepseek";
        }
        if (MISTRAL.matcher(model).matches()) {
            return "mistral_ai";
        }
        return OPENAI.matcher(model).matches() ? "openai" : null;
    }

    /** The options in the bounds of a provider and its model: what it would refuse is lowered or left out. */
    static ChatOptions of(@Nullable String provider, @Nullable String model, ChatOptions options) {
        if (model != null && OPENAI_REASONING.matcher(model).matches()) {
            return sampling(options, null, null, null, null, null);
        }
        if (!"anthropic".equals(provider)) {
            return options;
        }
        Double temperature = options.temperature() == null ? null : Math.min(1, options.temperature());
        // It takes one of the two.
        Double topP = temperature == null ? options.topP() : null;
        return sampling(options, temperature, topP, options.topK(), null, null);
    }

    private static ChatOptions sampling(
            ChatOptions options,
            @Nullable Double temperature,
            @Nullable Double topP,
            @Nullable Integer topK,
            @Nullable Double frequencyPenalty,
            @Nullable Double presencePenalty) {
        List<String> stop = options.stop();
        return new ChatOptions(
                temperature, options.maxOutputTokens(), topP, topK, frequencyPenalty, presencePenalty, stop);
    }
}

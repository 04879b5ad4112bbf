package io.agentkit.usage;

import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Chat completions and embeddings of OpenAI and of all who speak its protocol: Azure, Mistral, DeepSeek, Groq, OpenRouter, xAI, vLLM and
 * more. The prompt's count includes what came from and went into the cache; the output's includes reasoning. Where a server counts beside
 * instead of inside, the total tells.
 */
final class ChatCompletionsShape implements UsageShape {

    @Override
    public boolean fits(Part counts) {
        return counts.hasAny("prompt_tokens", "completion_tokens");
    }

    @Override
    public Usage read(Part counts, @Nullable String model, @Nullable String provider) {
        Part prompt = counts.counts("prompt_tokens_details");
        Part completion = counts.counts("completion_tokens_details");
        long input = counts.count("prompt_tokens");
        long output = counts.count("completion_tokens");
        long read = prompt.has("cached_tokens")
                ? prompt.count("cached_tokens")
                : counts.count(
                        "prompt_cache_hit_tokens",
                        "cached_tokens",
                        "cached_prompt_text_tokens",
                        "cache_read_input_tokens");
        long write = prompt.hasAny("cache_write_tokens", "cache_creation_tokens")
                ? prompt.count("cache_write_tokens", "cache_creation_tokens")
                : counts.count("cache_creation_input_tokens");
        long hour = Math.min(write, counts.counts("cache_creation").count("ephemeral_1h_input_tokens"));
        long reasoning = completion.has("reasoning_tokens")
                ? completion.count("reasoning_tokens")
                : counts.count("reasoning_tokens");

        long unexplained = counts.has("total_tokens") ? counts.count("total_tokens") - input - output : 0;
        boolean cacheBeside = unexplained > 0 && unexplained == read + write;
        boolean reasoningBeside = unexplained > 0 && unexplained == reasoning;
        if (!counts.has("total_tokens")) {
            reasoningBeside = "xai".equals(provider);
        }
        if (!reasoningBeside && !cacheBeside && unexplained > 0 && hidesThoughts(model)) {
            reasoning = unexplained;
            reasoningBeside = true;
        }

        Part cached = prompt.counts("cached_tokens_details");
        long audioRead = cached.count("audio_tokens");
        long imageRead = cached.count("image_tokens");
        Findings findings = counts.findings();
        return new Usage(
                cacheBeside ? input : findings.rest(input, read + write, "prompt_tokens"),
                read,
                write - hour,
                hour,
                reasoningBeside ? output + reasoning : output,
                reasoning,
                findings.rest(prompt.count("audio_tokens"), audioRead, "audio_tokens"),
                completion.count("audio_tokens"),
                false,
                new UsageDetails(
                        audioRead,
                        findings.rest(prompt.count("image_tokens"), imageRead, "image_tokens"),
                        imageRead,
                        completion.count("image_tokens"),
                        prompt.count("video_tokens"),
                        0,
                        searches(counts),
                        null));
    }

    private static long searches(Part counts) {
        Part tools = counts.counts("server_tool_use");
        return tools.has("web_search_requests")
                ? tools.count("web_search_requests")
                : counts.count("num_search_queries");
    }

    /** Google's own server for this protocol leaves the thoughts out of the output, names them nowhere, and has them in the total. */
    private static boolean hidesThoughts(@Nullable String model) {
        return model != null && model.toLowerCase(Locale.ROOT).startsWith("gemini");
    }
}

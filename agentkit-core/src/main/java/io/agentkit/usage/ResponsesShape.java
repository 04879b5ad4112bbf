package io.agentkit.usage;

import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import org.jspecify.annotations.Nullable;

/**
 * OpenAI's responses, transcriptions and images, at OpenAI, Azure, Bedrock, DeepSeek and others: the same meaning as chat completions, under
 * other names.
 */
final class ResponsesShape implements UsageShape {

    @Override
    public boolean fits(Part counts) {
        if (counts.hasAny("input_tokens_details", "input_token_details", "output_token_details")) {
            return true;
        }
        boolean total = counts.has("total_tokens")
                && !counts.hasAny("cache_read_input_tokens", "cache_creation_input_tokens", "cache_creation");
        return counts.hasAny("input_tokens", "output_tokens")
                && (total || counts.part("output_tokens_details").has("reasoning_tokens"));
    }

    @Override
    public Usage read(Part counts, @Nullable String model, @Nullable String provider) {
        Part prompt =
                counts.counts(counts.has("input_tokens_details") ? "input_tokens_details" : "input_token_details");
        Part output =
                counts.counts(counts.has("output_tokens_details") ? "output_tokens_details" : "output_token_details");
        long input = counts.count("input_tokens");
        long read = prompt.count("cached_tokens");
        long write = prompt.count("cache_write_tokens");
        Part cached = prompt.counts("cached_tokens_details");
        long audioRead = cached.count("audio_tokens");
        long imageRead = cached.count("image_tokens");
        Findings findings = counts.findings();
        return new Usage(
                findings.rest(input, read + write, "input_tokens"),
                read,
                write,
                0,
                counts.count("output_tokens"),
                output.count("reasoning_tokens"),
                findings.rest(prompt.count("audio_tokens"), audioRead, "audio_tokens"),
                output.count("audio_tokens"),
                false,
                new UsageDetails(
                        audioRead,
                        findings.rest(prompt.count("image_tokens"), imageRead, "image_tokens"),
                        imageRead,
                        output.count("image_tokens"),
                        0,
                        0,
                        counts.counts("server_tool_use").count("web_search_requests"),
                        null));
    }
}

package io.agentkit.usage;

import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Anthropic's messages, at Anthropic, Bedrock, Vertex, Azure and others: the prompt's count excludes what came from and went into the cache,
 * the output's includes thinking.
 */
final class MessagesShape implements UsageShape {

    @Override
    public boolean fits(Part counts) {
        return counts.hasAny(
                "input_tokens",
                "output_tokens",
                "cache_read_input_tokens",
                "cache_creation_input_tokens",
                "cache_creation");
    }

    @Override
    public Usage read(Part counts, @Nullable String model, @Nullable String provider) {
        Usage usage = message(counts);
        for (Part step : counts.parts("iterations")) {
            // The outer counts are those of the messages; what summarising the conversation took stands here only.
            if (isCompaction(step) && !step.has("model")) {
                usage = usage.plus(message(step).withDetails(UsageDetails.NONE));
            }
        }
        long searches = counts.counts("server_tool_use").count("web_search_requests");
        return searches == 0 ? usage : usage.withDetails(new UsageDetails(0, 0, 0, 0, 0, 0, searches, null));
    }

    /** One count, of a message or of a step on the way to it. */
    private static Usage message(Part counts) {
        Part lifetimes = counts.counts("cache_creation");
        long minutes = lifetimes.count("ephemeral_5m_input_tokens");
        long hour = lifetimes.count("ephemeral_1h_input_tokens");
        long written = counts.count("cache_creation_input_tokens");
        // The end of a stream says how much was written and not for how long; that the beginning said.
        long more = Math.max(0, written - minutes - hour);
        boolean onlyHours = hour > 0 && minutes == 0;
        return new Usage(
                counts.count("input_tokens"),
                counts.count("cache_read_input_tokens"),
                onlyHours ? 0 : minutes + more,
                onlyHours ? hour + more : hour,
                counts.count("output_tokens"),
                counts.counts("output_tokens_details").count("thinking_tokens"),
                0,
                0,
                false);
    }

    @Override
    public @Nullable String tier(Part counts) {
        return "fast".equals(counts.text("speed")) ? "fast" : counts.text("service_tier");
    }

    @Override
    public List<OtherModelUsage> others(Part counts) {
        List<OtherModelUsage> others = new ArrayList<>();
        for (Part step : counts.parts("iterations")) {
            String model = step.text("model");
            if (model != null && !"message".equals(step.text("type"))) {
                others.add(new OtherModelUsage(model, message(step)));
            }
        }
        return others;
    }

    private static boolean isCompaction(Part step) {
        return "compaction".equals(step.text("type"));
    }
}

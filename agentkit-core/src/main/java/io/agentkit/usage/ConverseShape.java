package io.agentkit.usage;

import io.agentkit.chat.Usage;
import org.jspecify.annotations.Nullable;

/** Bedrock's converse, and Nova when it is invoked: the prompt's count excludes what came from and went into the cache. */
final class ConverseShape implements UsageShape {

    @Override
    public boolean fits(Part counts) {
        return counts.hasAny("inputTokens", "outputTokens");
    }

    @Override
    public Usage read(Part counts, @Nullable String model, @Nullable String provider) {
        long written = counts.count("cacheWriteInputTokens", "cacheWriteInputTokenCount");
        long hour = 0;
        for (Part lifetime : counts.parts("cacheDetails")) {
            hour += "1h".equals(lifetime.text("ttl")) ? lifetime.count("inputTokens") : 0;
        }
        return new Usage(
                counts.count("inputTokens"),
                counts.count("cacheReadInputTokens", "cacheReadInputTokenCount"),
                counts.findings().rest(written, hour, "cacheDetails"),
                hour,
                counts.count("outputTokens"),
                0,
                0,
                0,
                false);
    }
}

package io.agentkit.usage;

import io.agentkit.chat.Usage;
import org.jspecify.annotations.Nullable;

/** Models that are invoked at Bedrock: Titan, Llama, and the counts that Bedrock itself adds to the end of any stream. */
final class InvokeShape implements UsageShape {

    @Override
    public boolean fits(Part counts) {
        return counts.hasAny("inputTokenCount", "outputTokenCount", "inputTextTokenCount", "prompt_token_count");
    }

    @Override
    public boolean isAtTop() {
        return true;
    }

    @Override
    public Usage read(Part counts, @Nullable String model, @Nullable String provider) {
        long output = counts.count("outputTokenCount", "generation_token_count");
        for (Part result : counts.parts("results")) {
            output += result.count("tokenCount");
        }
        return Usage.of(
                counts.count("inputTokenCount", "inputTextTokenCount", "prompt_token_count"),
                counts.count("cacheReadInputTokenCount"),
                counts.count("cacheWriteInputTokenCount"),
                output);
    }
}

package io.agentkit.springai;

import io.agentkit.chat.Usage;
import org.jspecify.annotations.Nullable;

/**
 * Bedrock's converse: the prompt's count excludes what came from and went into the cache. Spring AI's own form has all that is counted, so
 * the object only tells whose count it is, by its name: the AWS client is not needed.
 */
final class BedrockUsageReader implements UsageReader {

    private static final String COUNTED = "software.amazon.awssdk.services.bedrockruntime.model.TokenUsage";

    @Override
    public @Nullable Usage read(
            org.springframework.ai.chat.metadata.Usage usage, Object counted, @Nullable String model) {
        if (!COUNTED.equals(counted.getClass().getName())) {
            return null;
        }
        return Usage.of(
                UsageReaders.count(usage.getPromptTokens()),
                UsageReaders.count(usage.getCacheReadInputTokens()),
                UsageReaders.count(usage.getCacheWriteInputTokens()),
                UsageReaders.count(usage.getCompletionTokens()));
    }
}

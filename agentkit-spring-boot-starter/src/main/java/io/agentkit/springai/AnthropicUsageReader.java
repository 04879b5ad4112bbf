package io.agentkit.springai;

import com.anthropic.models.messages.CacheCreation;
import com.anthropic.models.messages.MessageDeltaUsage;
import com.anthropic.models.messages.OutputTokensDetails;
import io.agentkit.chat.Usage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Anthropic: the prompt's count excludes what came from and went into the cache. A stream counts in a type of its own. */
final class AnthropicUsageReader implements UsageReader {

    @Override
    public @Nullable Usage read(org.springframework.ai.chat.metadata.Usage usage, Object counted) {
        if (counted instanceof com.anthropic.models.messages.Usage call) {
            return ofCall(call);
        }
        return counted instanceof MessageDeltaUsage delta ? ofStream(usage, delta) : null;
    }

    private static Usage ofCall(com.anthropic.models.messages.Usage call) {
        Optional<CacheCreation> lifetimes = call.cacheCreation();
        long written = call.cacheCreationInputTokens().orElse(0L);
        long hour = lifetimes.map(CacheCreation::ephemeral1hInputTokens).orElse(0L);
        long minutes =
                lifetimes.map(CacheCreation::ephemeral5mInputTokens).orElseGet(() -> Math.max(0, written - hour));
        return new Usage(
                call.inputTokens(),
                call.cacheReadInputTokens().orElse(0L),
                minutes,
                hour,
                call.outputTokens(),
                reasoning(call.outputTokensDetails()),
                0,
                0,
                false);
    }

    /** What the end of a stream leaves out was said at its beginning, which Spring AI keeps in its own form. */
    private static Usage ofStream(org.springframework.ai.chat.metadata.Usage usage, MessageDeltaUsage delta) {
        return new Usage(
                delta.inputTokens().orElseGet(() -> UsageReaders.count(usage.getPromptTokens())),
                delta.cacheReadInputTokens().orElse(0L),
                delta.cacheCreationInputTokens().orElse(0L),
                0,
                delta.outputTokens(),
                reasoning(delta.outputTokensDetails()),
                0,
                0,
                false);
    }

    private static long reasoning(Optional<OutputTokensDetails> details) {
        return details.map(OutputTokensDetails::thinkingTokens).orElse(0L);
    }
}

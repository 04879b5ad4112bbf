package io.agentkit.springai;

import com.openai.core.ObjectMappers;
import com.openai.models.completions.CompletionUsage;
import io.agentkit.chat.Usage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * OpenAI, and those who speak its protocol: the prompt's count includes what came from and went into the cache. A server that adds fields of
 * its own or a total of its own counts in its own way.
 */
final class OpenAiUsageReader implements UsageReader {

    @Override
    public @Nullable Usage read(
            org.springframework.ai.chat.metadata.Usage usage, Object counted, @Nullable String model) {
        if (!(counted instanceof CompletionUsage openAi)) {
            return null;
        }
        if (!openAi._additionalProperties().isEmpty()
                || openAi.totalTokens() != openAi.promptTokens() + openAi.completionTokens()) {
            Usage own = JsonUsage.read(() -> ObjectMappers.jsonMapper().writeValueAsString(openAi), model);
            if (own != null) {
                return own;
            }
        }
        Optional<CompletionUsage.PromptTokensDetails> prompt = openAi.promptTokensDetails();
        Optional<CompletionUsage.CompletionTokensDetails> output = openAi.completionTokensDetails();
        long read = sum(prompt.flatMap(CompletionUsage.PromptTokensDetails::cachedTokens));
        long write = sum(prompt.flatMap(CompletionUsage.PromptTokensDetails::cacheWriteTokens));
        return new Usage(
                UsageReaders.uncached(openAi.promptTokens(), read + write),
                read,
                write,
                0,
                openAi.completionTokens(),
                sum(output.flatMap(CompletionUsage.CompletionTokensDetails::reasoningTokens)),
                sum(prompt.flatMap(CompletionUsage.PromptTokensDetails::audioTokens)),
                sum(output.flatMap(CompletionUsage.CompletionTokensDetails::audioTokens)),
                false);
    }

    private static long sum(Optional<Long> tokens) {
        return tokens.orElse(0L);
    }
}

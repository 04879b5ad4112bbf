package io.agentkit.springai;

import com.anthropic.core.ObjectMappers;
import com.anthropic.models.messages.CacheCreation;
import com.anthropic.models.messages.MessageDeltaUsage;
import com.anthropic.models.messages.OutputTokensDetails;
import com.anthropic.models.messages.ServerToolUsage;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Anthropic: the prompt's count excludes what came from and went into the cache. A stream counts in a type of its own. */
final class AnthropicUsageReader implements UsageReader {

    @Override
    public @Nullable Usage read(
            org.springframework.ai.chat.metadata.Usage usage, Object counted, @Nullable String model) {
        if (counted instanceof com.anthropic.models.messages.Usage call) {
            Usage own = call._additionalProperties().isEmpty() ? null : own(call, model);
            return own == null ? ofCall(call) : own;
        }
        if (counted instanceof MessageDeltaUsage delta) {
            boolean whole = !delta._additionalProperties().isEmpty()
                    && delta.inputTokens().isPresent();
            Usage own = whole ? own(delta, model) : null;
            return own == null ? ofStream(usage, delta) : own;
        }
        return null;
    }

    /** Steps on the way to an answer, and other fields that the client does not know. */
    private static @Nullable Usage own(Object counted, @Nullable String model) {
        return JsonUsage.read(() -> ObjectMappers.jsonMapper().writeValueAsString(counted), model);
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
                false,
                details(call.serverToolUse(), call.serviceTier()));
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
                false,
                details(delta.serverToolUse(), Optional.empty()));
    }

    private static UsageDetails details(
            Optional<ServerToolUsage> tools, Optional<com.anthropic.models.messages.Usage.ServiceTier> tier) {
        long searches = tools.map(ServerToolUsage::webSearchRequests).orElse(0L);
        ServiceTier served = ServiceTier.of(tier.map(Object::toString).orElse(null));
        return searches == 0 ? UsageDetails.of(served) : new UsageDetails(0, 0, 0, 0, 0, 0, searches, served);
    }

    private static long reasoning(Optional<OutputTokensDetails> details) {
        return details.map(OutputTokensDetails::thinkingTokens).orElse(0L);
    }
}

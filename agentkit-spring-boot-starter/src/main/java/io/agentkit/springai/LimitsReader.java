package io.agentkit.springai;

import io.agentkit.ProviderLimits;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.metadata.EmptyRateLimit;
import org.springframework.ai.chat.metadata.RateLimit;
import org.springframework.ai.chat.model.ChatResponse;

/** Reads what a provider says of its own limits, which only some clients pass on. */
final class LimitsReader {

    private LimitsReader() {}

    /** Null when the response says nothing of them. */
    static @Nullable ProviderLimits read(ChatResponse response) {
        RateLimit limit = response.getMetadata().getRateLimit();
        if (limit == null || limit instanceof EmptyRateLimit) {
            return null;
        }
        return new ProviderLimits(
                limit.getRequestsRemaining(),
                limit.getRequestsReset(),
                limit.getTokensRemaining(),
                limit.getTokensReset());
    }
}

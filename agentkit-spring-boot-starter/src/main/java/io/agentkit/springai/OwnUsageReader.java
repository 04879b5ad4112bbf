package io.agentkit.springai;

import io.agentkit.chat.Usage;
import org.jspecify.annotations.Nullable;

/** Knows again what {@link ResponseWriter} wrote: nothing of a reply that passes through two chains is lost. */
final class OwnUsageReader implements UsageReader {

    @Override
    public @Nullable Usage read(
            org.springframework.ai.chat.metadata.Usage usage, Object counted, @Nullable String model) {
        return counted instanceof Usage ours ? ours : null;
    }
}

package io.agentkit.springai;

import io.agentkit.chat.Usage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Providers for which Spring AI has a client of its own, DeepSeek and Mistral: their counts are records that say of each part what it is
 * called on the wire.
 */
final class RecordUsageReader implements UsageReader {

    private static final String CLIENTS = "org.springframework.ai.";

    private final JsonMapper json = JsonMapper.shared();

    @Override
    public @Nullable Usage read(
            org.springframework.ai.chat.metadata.Usage usage, Object counted, @Nullable String model) {
        return counted instanceof Record && counted.getClass().getName().startsWith(CLIENTS)
                ? JsonUsage.read(() -> json.writeValueAsString(counted), model)
                : null;
    }
}

package io.agentkit.springai;

import io.agentkit.chat.Usage;
import org.jspecify.annotations.Nullable;

/** Translates one provider's count of tokens. Thread-safe. */
interface UsageReader {

    /**
     * @param usage Spring AI's own form of the count
     * @param counted the provider's object that it was made from
     * @param model the model that served the request; null when nobody said
     * @return the count; null when the object is none of this reader's
     */
    @Nullable
    Usage read(org.springframework.ai.chat.metadata.Usage usage, Object counted, @Nullable String model);
}

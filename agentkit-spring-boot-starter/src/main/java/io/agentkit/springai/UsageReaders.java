package io.agentkit.springai;

import io.agentkit.chat.Usage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.EmptyUsage;
import org.springframework.util.ClassUtils;

/**
 * Translates every provider's count of tokens, by the provider's own object where there is one: Spring AI's common form drops parts of it
 * and means different things for different providers. Only the responses of a model are read, never a sum that Spring AI made of several.
 */
final class UsageReaders {

    private static final List<UsageReader> READERS = present();

    private UsageReaders() {}

    private static List<UsageReader> present() {
        List<UsageReader> readers = new ArrayList<>();
        if (isPresent("com.openai.models.completions.CompletionUsage")) {
            readers.add(new OpenAiUsageReader());
        }
        if (isPresent("com.anthropic.models.messages.MessageDeltaUsage")) {
            readers.add(new AnthropicUsageReader());
        }
        if (isPresent("com.google.genai.types.GenerateContentResponseUsageMetadata")) {
            readers.add(new GoogleUsageReader());
        }
        readers.add(new OwnUsageReader());
        readers.add(new BedrockUsageReader());
        if (isPresent("tools.jackson.databind.json.JsonMapper")) {
            readers.add(new RecordUsageReader());
        }
        return List.copyOf(readers);
    }

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, UsageReaders.class.getClassLoader());
    }

    /** The count of a response; null when the provider did not count. */
    static @Nullable Usage read(ChatResponseMetadata metadata) {
        return read(metadata.getUsage(), metadata.getModel());
    }

    static @Nullable Usage read(org.springframework.ai.chat.metadata.@Nullable Usage usage, @Nullable String model) {
        if (usage == null || usage instanceof EmptyUsage) {
            return null;
        }
        Object counted = usage.getNativeUsage();
        if (counted != null) {
            for (UsageReader reader : READERS) {
                Usage read = reader.read(usage, counted, model);
                if (read != null) {
                    return read;
                }
            }
        }
        return common(usage);
    }

    /** Without a native object: the prompt's count is taken to include the cached part, as most providers have it. */
    private static @Nullable Usage common(org.springframework.ai.chat.metadata.Usage usage) {
        long prompt = count(usage.getPromptTokens());
        long output = count(usage.getCompletionTokens());
        long read = count(usage.getCacheReadInputTokens());
        long write = count(usage.getCacheWriteInputTokens());
        if ((prompt | output | read | write) == 0) {
            return null;
        }
        return Usage.of(uncached(prompt, read + write), read, write, output);
    }

    /** What is left of a prompt's count that includes the cached part; a negative count stays one, so that it is noticed. */
    static long uncached(long prompt, long cached) {
        return prompt < 0 ? prompt : Math.max(0, prompt - cached);
    }

    static long count(@Nullable Number tokens) {
        return tokens == null ? 0 : tokens.longValue();
    }
}

package io.agentkit.springai;

import io.agentkit.chat.ServiceTier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.util.ClassUtils;

/** The tier that options ask for: Spring AI keeps none of the tiers that OpenAI and Google's developers' API say they served. */
final class AskedTier {

    private static final boolean GOOGLE = ClassUtils.isPresent(
            "org.springframework.ai.google.genai.GoogleGenAiChatOptions", AskedTier.class.getClassLoader());

    private AskedTier() {}

    static @Nullable ServiceTier of(ChatOptions options) {
        if (OpenAiPresence.isOptions(options)) {
            return ServiceTier.of(OpenAi.name(options));
        }
        return GOOGLE ? ServiceTier.of(Google.name(options)) : null;
    }

    /** Linked only where the module is. */
    private static final class OpenAi {

        static @Nullable String name(ChatOptions options) {
            return ((OpenAiChatOptions) options).getServiceTier();
        }
    }

    /** Linked only where the module is. */
    private static final class Google {

        static @Nullable String name(ChatOptions options) {
            return options instanceof GoogleGenAiChatOptions google && google.getServiceTier() != null
                    ? google.getServiceTier().name()
                    : null;
        }
    }
}

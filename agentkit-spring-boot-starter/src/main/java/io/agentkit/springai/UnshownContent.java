package io.agentkit.springai;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions;
import org.springframework.util.ClassUtils;

/** What a client sends besides the texts of messages: thoughts and their signatures that it keeps in answers, and what options name. */
final class UnshownContent {

    private static final boolean ANTHROPIC = isPresent("org.springframework.ai.anthropic.AnthropicChatOptions");

    private static final boolean GOOGLE = isPresent("org.springframework.ai.google.genai.GoogleGenAiChatOptions");

    /** A character has at most three bytes in UTF-8, and a byte at most two characters in base64. */
    private static final int BYTES = 3;

    private static final int BASE64 = 2;

    private UnshownContent() {}

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, UnshownContent.class.getClassLoader());
    }

    /** All that answers keep, since each client has a name of its own for thoughts. The rest is small. */
    static long bytes(Prompt prompt) {
        long sum = 0;
        for (Message message : prompt.getInstructions()) {
            if (message instanceof AssistantMessage) {
                for (Object kept : message.getMetadata().values()) {
                    sum += bytes(kept);
                }
            }
        }
        return sum;
    }

    private static long bytes(@Nullable Object kept) {
        if (kept == null || kept instanceof Number || kept instanceof Boolean || kept instanceof Enum<?>) {
            return 0;
        }
        if (kept instanceof byte[] signature) {
            return (long) BASE64 * signature.length;
        }
        long sum = 0;
        if (kept instanceof Map<?, ?> parts) {
            for (Object part : parts.values()) {
                sum += bytes(part);
            }
        } else if (kept instanceof Iterable<?> parts) {
            for (Object part : parts) {
                sum += bytes(part);
            }
        } else {
            // A record tells all its parts.
            sum = (long) BYTES * String.valueOf(kept).length();
        }
        return sum;
    }

    static boolean isIn(ChatOptions options) {
        return (ANTHROPIC && Anthropic.isIn(options)) || (GOOGLE && Google.isIn(options));
    }

    /** Apart, so that nothing is loaded that an application does not have. */
    private static final class Anthropic {

        static boolean isIn(ChatOptions options) {
            return options instanceof AnthropicChatOptions own
                    && own.getCitationDocuments() != null
                    && !own.getCitationDocuments().isEmpty();
        }
    }

    private static final class Google {

        static boolean isIn(ChatOptions options) {
            return options instanceof GoogleGenAiChatOptions own && own.getCachedContentName() != null;
        }
    }
}

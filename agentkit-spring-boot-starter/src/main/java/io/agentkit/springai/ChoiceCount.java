package io.agentkit.springai;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.util.ClassUtils;

/** How many answers options ask for at once, by the options of the modules that can. */
final class ChoiceCount {

    private static final boolean GOOGLE = ClassUtils.isPresent(
            "org.springframework.ai.google.genai.GoogleGenAiChatOptions", ChoiceCount.class.getClassLoader());

    private ChoiceCount() {}

    static int of(ChatOptions options) {
        Integer asked =
                OpenAiPresence.isOptions(options) ? OpenAi.count(options) : (GOOGLE ? Google.count(options) : null);
        return asked == null ? 1 : Math.max(1, asked);
    }

    /** Linked only where the module is. */
    private static final class OpenAi {

        static @Nullable Integer count(ChatOptions options) {
            OpenAiChatOptions own = (OpenAiChatOptions) options;
            Map<String, Object> extra = own.getExtraBody();
            // What is added to the body by hand is sent as well.
            return extra != null && extra.get("n") instanceof Number added ? (Integer) added.intValue() : own.getN();
        }
    }

    /** Linked only where the module is. */
    private static final class Google {

        static @Nullable Integer count(ChatOptions options) {
            return options instanceof GoogleGenAiChatOptions google ? google.getCandidateCount() : null;
        }
    }
}

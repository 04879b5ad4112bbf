package io.agentkit.springai;

import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.util.ClassUtils;

/** Asks about types of Spring AI's OpenAI module, which an application may not have. */
final class OpenAiPresence {

    private static final boolean PRESENT = ClassUtils.isPresent(
            "org.springframework.ai.openai.OpenAiChatOptions", OpenAiPresence.class.getClassLoader());

    private OpenAiPresence() {}

    static boolean isOptions(Object options) {
        return PRESENT && options instanceof OpenAiChatOptions;
    }
}

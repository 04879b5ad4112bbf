package io.agentkit.springai;

import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.util.ClassUtils;

/** Asks about types of Spring AI's Anthropic module, which an application may not have. */
final class AnthropicPresence {

    private static final boolean PRESENT = ClassUtils.isPresent(
            "org.springframework.ai.anthropic.AnthropicChatOptions", AnthropicPresence.class.getClassLoader());

    private AnthropicPresence() {}

    static boolean isOptions(Object options) {
        return PRESENT && options instanceof AnthropicChatOptions;
    }
}

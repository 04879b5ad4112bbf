package io.agentkit.springai;

import com.anthropic.models.messages.ToolChoice;
import com.anthropic.models.messages.ToolChoiceNone;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.prompt.ChatOptions;

/** Anthropic refuses a conversation in which tools were used and that describes none, so they stay and may not be chosen. */
final class AnthropicTools {

    private AnthropicTools() {}

    static void offerNone(ChatOptions.Builder<?> builder) {
        ToolChoice none = ToolChoice.ofNone(ToolChoiceNone.builder().build());
        ((AnthropicChatOptions.Builder) builder).toolChoice(none);
    }
}

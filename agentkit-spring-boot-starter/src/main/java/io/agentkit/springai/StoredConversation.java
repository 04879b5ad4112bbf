package io.agentkit.springai;

import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;

/**
 * Conversations that the provider keeps and adds to, or works on by itself: asked for only in what is added to a body by hand, since
 * no module's options know them.
 */
final class StoredConversation {

    private static final List<String> KEYS = List.of("conversation", "previous_response_id", "background");

    private StoredConversation() {}

    static boolean isIn(ChatOptions options) {
        return OpenAiPresence.isOptions(options) && OpenAi.isIn(options);
    }

    /** Apart, so that nothing is loaded that an application does not have. */
    private static final class OpenAi {

        static boolean isIn(ChatOptions options) {
            Map<String, Object> added = ((OpenAiChatOptions) options).getExtraBody();
            if (added == null) {
                return false;
            }
            for (String key : KEYS) {
                Object value = added.get(key);
                if (value != null && !Boolean.FALSE.equals(value)) {
                    return true;
                }
            }
            return false;
        }
    }
}

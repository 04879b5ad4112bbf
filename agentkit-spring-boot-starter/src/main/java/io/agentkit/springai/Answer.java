package io.agentkit.springai;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/**
 * Finds in a response the generation that is the answer. A provider gives thinking blocks as generations of their own, before the answer;
 * further choices come after it.
 */
final class Answer {

    /** Spring AI's key for the reasoning of OpenAI-like providers; in a stream it holds all that has come so far. */
    static final String REASONING = "reasoningContent";

    /** Marks a thinking block of Anthropic, and a hidden one. */
    private static final List<String> THINKING = List.of("signature", "data", "thinking");

    private Answer() {}

    static @Nullable Generation of(ChatResponse response) {
        List<Generation> results = response.getResults();
        int size = results.size();
        if (size < 2) {
            return size == 0 ? null : results.get(0);
        }
        for (Generation generation : results) {
            if (!isThinking(generation)) {
                return generation;
            }
        }
        return results.get(0);
    }

    static @Nullable String reasoning(ChatResponse response) {
        List<Generation> results = response.getResults();
        if (results.size() > 1) {
            StringBuilder thoughts = new StringBuilder();
            for (Generation generation : results) {
                if (isThinking(generation)) {
                    thoughts.append(MessageReader.text(generation.getOutput().getText()));
                }
            }
            if (!thoughts.isEmpty()) {
                return thoughts.toString();
            }
        }
        Generation answer = of(response);
        return answer != null
                        && answer.getOutput().getMetadata().get(REASONING) instanceof String text
                        && !text.isEmpty()
                ? text
                : null;
    }

    private static boolean isThinking(Generation generation) {
        AssistantMessage message = generation.getOutput();
        if (message.hasToolCalls()) {
            return false;
        }
        Map<String, Object> metadata = message.getMetadata();
        for (String key : THINKING) {
            if (metadata.containsKey(key)) {
                return true;
            }
        }
        return false;
    }
}

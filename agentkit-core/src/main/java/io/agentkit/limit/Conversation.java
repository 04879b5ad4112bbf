package io.agentkit.limit;

import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rounds of tools since the user's last message, which are the model's own doing. Not thread-safe. */
final class Conversation {

    private final Map<ToolSignature, Integer> calls = new HashMap<>();

    private int rounds;

    private int most;

    static Conversation of(ChatRequest request) {
        Conversation conversation = new Conversation();
        List<Message> messages = request.messages();
        for (int i = messages.size() - 1; i >= 0 && messages.get(i).role() != Message.Role.USER; i--) {
            List<ToolCall> asked = messages.get(i).toolCalls();
            if (!asked.isEmpty()) {
                conversation.add(asked);
            }
        }
        return conversation;
    }

    /** Counts a reply that asks for tools. */
    void add(List<ToolCall> asked) {
        rounds++;
        for (ToolCall call : asked) {
            most = Math.max(most, calls.merge(ToolSignature.of(call), 1, Integer::sum));
        }
    }

    /** How many replies asked for tools. */
    int rounds() {
        return rounds;
    }

    /** How often the call was asked for that was asked for most often. */
    int repeats() {
        return most;
    }
}

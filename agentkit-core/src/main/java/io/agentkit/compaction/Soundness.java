package io.agentkit.compaction;

import io.agentkit.chat.Message;
import io.agentkit.chat.Message.Role;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import java.util.List;

/** Tells whether a transcript can be sent as it is. Every call asks, so it makes no objects. Stateless. */
final class Soundness {

    private Soundness() {}

    /** Whether {@link TranscriptRepair} would leave it as it is. */
    static boolean isSound(List<Message> messages) {
        boolean begun = false;
        int size = messages.size();
        for (int i = 0; i < size; i++) {
            Message message = messages.get(i);
            if (message.role() == Role.SYSTEM) {
                if (begun) {
                    return false;
                }
                continue;
            }
            begun = true;
            if (message.role() == Role.TOOL || isEmptyAnswer(message)) {
                return false;
            }
            if (!message.toolCalls().isEmpty()) {
                int end = i + 1;
                while (end < size && messages.get(end).role() == Role.TOOL) {
                    end++;
                }
                if (!isAnswered(message.toolCalls(), messages, i + 1, end)) {
                    return false;
                }
                i = end - 1;
            }
        }
        return true;
    }

    /** One of the application's own; a framework's may hold what no view shows. */
    static boolean isEmptyAnswer(Message message) {
        return message.role() == Role.ASSISTANT
                && message.origin() == null
                && message.toolCalls().isEmpty()
                && message.text().isBlank()
                && message.media().isEmpty();
    }

    private static boolean isAnswered(List<ToolCall> calls, List<Message> messages, int from, int to) {
        int results = 0;
        for (int i = from; i < to; i++) {
            results += messages.get(i).toolOutputs().size();
            if (messages.get(i).toolOutputs().isEmpty()) {
                return false;
            }
        }
        if (results != calls.size()) {
            return false;
        }
        for (int i = 0; i < calls.size(); i++) {
            String id = calls.get(i).id();
            int same = same(calls, id);
            if ((same > 1 && !id.isEmpty()) || same != answers(messages, from, to, id)) {
                return false;
            }
        }
        return true;
    }

    private static int same(List<ToolCall> calls, String id) {
        int same = 0;
        for (int i = 0; i < calls.size(); i++) {
            same += calls.get(i).id().equals(id) ? 1 : 0;
        }
        return same;
    }

    private static int answers(List<Message> messages, int from, int to, String id) {
        int answers = 0;
        for (int i = from; i < to; i++) {
            List<ToolOutput> outputs = messages.get(i).toolOutputs();
            for (int j = 0; j < outputs.size(); j++) {
                answers += outputs.get(j).callId().equals(id) ? 1 : 0;
            }
        }
        return answers;
    }
}

package io.agentkit.resilience;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which model asked for tools, where that was not the first to be asked: at most 1,000 identifiers, the latest. Thread-safe.
 *
 * @param <M> what a model is here
 */
final class ToolRounds<M> {

    private static final int MOST = 1_000;

    // Guarded by itself; the flag spares the lock where that never happened.
    private final Map<String, M> askers = new LinkedHashMap<>();
    private volatile boolean any;

    /** Who asked for the tools whose results the request ends with; null when that was the first model, or nobody. */
    @Nullable
    M askedBy(ChatRequest request) {
        if (!any) {
            return null;
        }
        List<Message> messages = request.messages();
        Message last = messages.isEmpty() ? null : messages.get(messages.size() - 1);
        if (last == null) {
            return null;
        }
        synchronized (askers) {
            for (ToolOutput output : last.toolOutputs()) {
                M asker = askers.get(output.callId());
                if (asker != null) {
                    return asker;
                }
            }
        }
        return null;
    }

    void answered(ChatReply reply, M model, boolean first) {
        if ((first && !any) || reply.toolCalls().isEmpty()) {
            return;
        }
        synchronized (askers) {
            for (ToolCall call : reply.toolCalls()) {
                askers.remove(call.id());
                if (!first && !call.id().isBlank()) {
                    askers.put(call.id(), model);
                }
            }
            while (askers.size() > MOST) {
                askers.remove(askers.keySet().iterator().next());
            }
            any = !askers.isEmpty();
        }
    }
}

package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;

final class ChatTimeout implements ChatMiddleware {

    private final TimeLimits limits;

    ChatTimeout(TimeLimits limits) {
        this.limits = limits;
    }

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        return limits.call(call, next);
    }
}

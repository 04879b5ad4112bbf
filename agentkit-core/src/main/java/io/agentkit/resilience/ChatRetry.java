package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;

final class ChatRetry implements ChatMiddleware {

    private final Retries retries;

    ChatRetry(Retries retries) {
        this.retries = retries;
    }

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        return retries.call(call, next);
    }
}

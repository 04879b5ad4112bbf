package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;

/**
 * A middleware around calls of models in phases: what to do before, after and on failure, without touching the rest of the chain. Override
 * what is needed. Thread-safe.
 */
public abstract class ChatPhases implements ChatMiddleware, Phases<ChatRequest, ChatReply> {

    @Override
    public final ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        return Phases.run(this, call, next);
    }
}

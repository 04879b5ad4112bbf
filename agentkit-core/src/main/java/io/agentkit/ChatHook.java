package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;

/** A middleware that only adds a hook. */
record ChatHook(RequestHook hook) implements ChatMiddleware {

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        return next.call(AnsweredElsewhere.hooked(call, hook));
    }
}

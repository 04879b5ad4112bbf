package io.agentkit.observe;

import io.agentkit.Call;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;

/**
 * The observation of a model's call.
 */
public final class ChatObservationContext extends CallObservationContext<ChatRequest, ChatReply> {

    ChatObservationContext(Call<ChatRequest> call, BoundedNames names, boolean contentIncluded) {
        super(call, names, contentIncluded);
    }
}

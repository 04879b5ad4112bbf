package io.agentkit.observe;

import io.agentkit.Call;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.tool.ToolSecrets;

/**
 * The observation of a model's call.
 */
public final class ChatObservationContext extends CallObservationContext<ChatRequest, ChatReply> {

    private final ToolSecrets secrets;

    ChatObservationContext(Call<ChatRequest> call, BoundedNames names, boolean contentIncluded, ToolSecrets secrets) {
        super(call, names, contentIncluded);
        this.secrets = secrets;
    }

    /** Which arguments of tools must not be shown. */
    ToolSecrets secrets() {
        return secrets;
    }
}

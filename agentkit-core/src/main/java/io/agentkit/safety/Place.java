package io.agentkit.safety;

import io.agentkit.Call;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message.Role;
import io.agentkit.detect.Finding;

/**
 * A message of a conversation that is looked at.
 *
 * @param message its place, from 0
 * @param fresh whether it came since the last answer; what came before was told of then
 */
record Place(Call<ChatRequest> call, Role role, int message, boolean fresh) {

    void tell(Finding finding, SecurityAction action) {
        if (call.isListening()) {
            call.emit(new ContentFlagged(call.id(), call.runId(), call.chain(), role, message, finding, action));
        }
    }
}

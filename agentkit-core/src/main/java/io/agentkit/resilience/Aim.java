package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.chat.ChatRequest;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes calls go to another model, with what that takes. */
final class Aim {

    private Aim() {}

    static Call<ChatRequest> at(ChatTarget place, Call<ChatRequest> call) {
        ChatTarget.Place to = place.from(call.endpoint());
        Call<ChatRequest> there = call.to(to.endpoint());
        ChatRequest request = call.request();
        if (there != call) {
            request = request.portable().mutate().model(to.model()).build();
        } else if (to.model() != null) {
            request = request.withModel(to.model());
        }
        return there.withRequest(fitting(
                request, there == call ? ToolCallIds.strict(there.provider()) : ToolCallIds.any(there.provider())));
    }

    /** The call as its own model takes it, whoever asked for the tools of earlier rounds. */
    static Call<ChatRequest> home(Call<ChatRequest> call) {
        return call.withRequest(fitting(call.request(), ToolCallIds.strict(call.provider())));
    }

    private static ChatRequest fitting(ChatRequest request, @Nullable Pattern form) {
        return form == null ? request : request.withMessages(ToolCallIds.fit(request.messages(), form));
    }
}

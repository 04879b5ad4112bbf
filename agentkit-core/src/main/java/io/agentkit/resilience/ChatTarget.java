package io.agentkit.resilience;

import io.agentkit.Endpoint;
import io.agentkit.chat.ChatRequest;
import org.jspecify.annotations.Nullable;

/** Where the requests for one of the names go that settings list as models. Thread-safe. */
@FunctionalInterface
public interface ChatTarget {

    /**
     * An endpoint, and the model to ask it for.
     *
     * @param endpoint the same as the call's own when the model is behind that one
     * @param model null leaves it to the endpoint, and to the request where the endpoint is the call's own
     */
    record Place(
            Endpoint<ChatRequest, ?> endpoint, @Nullable String model) {}

    /** Where it is for a call that goes to this endpoint by itself. */
    Place from(Endpoint<ChatRequest, ?> own);

    /** A model behind the call's own endpoint. */
    static ChatTarget ofModel(String model) {
        return own -> new Place(own, model);
    }
}

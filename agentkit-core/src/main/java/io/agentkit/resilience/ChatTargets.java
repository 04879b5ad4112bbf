package io.agentkit.resilience;

import io.agentkit.Endpoint;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.spec.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Knows the models that calls can be sent to besides their own, by the names that settings have for them: what a bridge to a framework
 * provides. Without one a name is that of an {@link Endpoint}, with or without a model behind a colon, or of a model behind the call's own
 * endpoint. Thread-safe.
 */
public interface ChatTargets {

    /**
     * Looked up when a chain is assembled; which model that is may be found out at the first call.
     *
     * @throws IllegalArgumentException when the name cannot be right
     */
    ChatTarget find(String name);

    /** The target of this name. */
    static ChatTarget of(String name, Resources resources) {
        Endpoint<ChatRequest, ChatReply> whole = endpoint(name, resources);
        if (whole != null) {
            return own -> new ChatTarget.Place(whole, null);
        }
        int colon = name.indexOf(':');
        Endpoint<ChatRequest, ChatReply> before = colon < 0 ? null : endpoint(name.substring(0, colon), resources);
        if (before != null) {
            String model = name.substring(colon + 1);
            return own -> new ChatTarget.Place(before, model);
        }
        ChatTargets bridge = resources.find(ChatTargets.class);
        return bridge == null ? ChatTarget.ofModel(name) : bridge.find(name);
    }

    @SuppressWarnings("unchecked") // an endpoint that is named among models answers as one
    private static @Nullable Endpoint<ChatRequest, ChatReply> endpoint(String name, Resources resources) {
        return resources.find(name, Endpoint.class);
    }
}

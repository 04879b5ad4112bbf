package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import java.util.Objects;

/**
 * A middleware around calls of models. Thread-safe.
 */
@FunctionalInterface
public interface ChatMiddleware extends Middleware<ChatRequest, ChatReply> {

    /** A middleware that does nothing but have a hook run around every physical request. */
    static ChatMiddleware of(RequestHook hook) {
        return new ChatHook(Objects.requireNonNull(hook, "'hook' must not be null"));
    }
}

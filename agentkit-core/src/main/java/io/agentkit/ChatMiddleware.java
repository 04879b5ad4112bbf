package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;

/**
 * A middleware around calls of models. Thread-safe.
 */
@FunctionalInterface
public interface ChatMiddleware extends Middleware<ChatRequest, ChatReply> {}

/**
 * What goes to a model and comes back: {@link io.agentkit.chat.ChatRequest}, {@link io.agentkit.chat.ChatReply},
 * {@link io.agentkit.chat.Delta}. Views over a framework's own objects where there is one, plain values otherwise. Knows nothing of chains.
 */
@NullMarked
package io.agentkit.chat;

import org.jspecify.annotations.NullMarked;

package io.agentkit.boot;

import io.agentkit.Chain;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;

/**
 * A chain around models and a chain around tools that belong together.
 *
 * @param name the pair's name; {@code default} for the one at {@code agentkit.chat} and {@code agentkit.tool}
 * @param chat the chain around models
 * @param tool the chain around tools
 */
public record ChainPair(String name, Chain<ChatRequest, ChatReply> chat, Chain<ToolRequest, ToolResult> tool) {}

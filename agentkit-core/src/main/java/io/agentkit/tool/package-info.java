/**
 * What goes to a tool and comes back: {@link io.agentkit.tool.ToolRequest}, {@link io.agentkit.tool.ToolResult}, and what is known about a
 * tool. Knows {@code chat} for what requests share, and nothing of chains.
 */
@NullMarked
package io.agentkit.tool;

import org.jspecify.annotations.NullMarked;

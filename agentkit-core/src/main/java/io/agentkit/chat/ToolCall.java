package io.agentkit.chat;

/**
 * A model's wish to have a tool called.
 *
 * @param id the provider's identifier; may be empty, and some providers repeat it from round to round
 * @param name the tool
 * @param arguments the arguments as JSON text; empty means none
 */
public record ToolCall(String id, String name, String arguments) {

    /** The tool and sizes, never the arguments. */
    @Override
    public String toString() {
        return "ToolCall[%s, id=%s, %d characters]".formatted(name, id, arguments.length());
    }
}

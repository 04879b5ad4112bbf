package io.agentkit.chat;

/**
 * A tool that a request offers to the model.
 *
 * @param name what the model calls it
 * @param description what the model is told
 * @param inputSchema JSON schema of the arguments as text; empty when there is none
 */
public record ToolDescription(String name, String description, String inputSchema) {

    /** The tool's name only. */
    @Override
    public String toString() {
        return "ToolDescription[%s]".formatted(name);
    }
}

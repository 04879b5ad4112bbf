package io.agentkit.chat;

/**
 * What a tool gave back, as the model will read it.
 *
 * @param callId the identifier of the {@link ToolCall} that it answers; may be empty
 * @param name the tool
 * @param text the result
 */
public record ToolOutput(String callId, String name, String text) {

    /** The tool and the size, never the text. */
    @Override
    public String toString() {
        return "ToolOutput[%s, callId=%s, %d characters]".formatted(name, callId, text.length());
    }
}

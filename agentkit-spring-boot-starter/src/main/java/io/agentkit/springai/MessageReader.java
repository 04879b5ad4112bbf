package io.agentkit.springai;

import io.agentkit.chat.Media;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.content.MediaContent;

/** Makes views of Spring AI's messages. */
final class MessageReader {

    private MessageReader() {}

    static Message read(org.springframework.ai.chat.messages.Message message) {
        Message.Role role = switch (message.getMessageType()) {
            case SYSTEM -> Message.Role.SYSTEM;
            case USER -> Message.Role.USER;
            case ASSISTANT -> Message.Role.ASSISTANT;
            case TOOL -> Message.Role.TOOL;
        };
        return Message.view(
                role, text(message.getText()), media(message), toolCalls(message), toolOutputs(message), message);
    }

    /** What a model asks to be called; the same object when that is nothing. */
    static List<ToolCall> toolCalls(org.springframework.ai.chat.messages.Message message) {
        if (!(message instanceof AssistantMessage assistant) || !assistant.hasToolCalls()) {
            return List.of();
        }
        List<ToolCall> calls = new ArrayList<>(assistant.getToolCalls().size());
        for (AssistantMessage.ToolCall call : assistant.getToolCalls()) {
            calls.add(new ToolCall(text(call.id()), text(call.name()), text(call.arguments())));
        }
        return List.copyOf(calls);
    }

    private static List<Media> media(org.springframework.ai.chat.messages.Message message) {
        if (!(message instanceof MediaContent content) || content.getMedia().isEmpty()) {
            return List.of();
        }
        List<Media> media = new ArrayList<>(content.getMedia().size());
        for (org.springframework.ai.content.Media part : content.getMedia()) {
            media.add(new Media(part.getMimeType().toString(), part));
        }
        return List.copyOf(media);
    }

    private static List<ToolOutput> toolOutputs(org.springframework.ai.chat.messages.Message message) {
        if (!(message instanceof ToolResponseMessage tool)) {
            return List.of();
        }
        List<ToolOutput> outputs = new ArrayList<>(tool.getResponses().size());
        for (ToolResponseMessage.ToolResponse response : tool.getResponses()) {
            outputs.add(new ToolOutput(text(response.id()), text(response.name()), text(response.responseData())));
        }
        return List.copyOf(outputs);
    }

    /** Providers leave out what Spring AI declares as present. */
    static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}

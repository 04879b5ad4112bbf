package io.agentkit.springai;

import io.agentkit.chat.Media;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.util.MimeType;

/** Gives messages back to Spring AI: unchanged ones as the identical object, edited ones as copies that keep what a view does not show. */
final class MessageWriter {

    /** What Spring AI's models call a tool call. */
    private static final String FUNCTION = "function";

    private MessageWriter() {}

    static org.springframework.ai.chat.messages.Message write(Message message) {
        if (message.nativeMessage() instanceof org.springframework.ai.chat.messages.Message unchanged) {
            return unchanged;
        }
        Object origin = message.origin();
        return switch (message.role()) {
            case SYSTEM ->
                system(message, origin instanceof SystemMessage from ? from.mutate() : SystemMessage.builder());
            case USER ->
                origin instanceof UserMessage from
                        ? from.mutate().text(message.text()).build()
                        : UserMessage.builder()
                                .text(message.text())
                                .media(media(message.media()))
                                .build();
            case ASSISTANT -> assistant(message, origin instanceof AssistantMessage from ? from : null);
            case TOOL -> tool(message, origin instanceof ToolResponseMessage from ? from : null);
        };
    }

    private static SystemMessage system(Message message, SystemMessage.Builder builder) {
        return builder.text(message.text()).build();
    }

    static AssistantMessage assistant(Message message, @Nullable AssistantMessage from) {
        AssistantMessage.Builder<?> builder = from == null ? AssistantMessage.builder() : from.mutate();
        return builder.content(message.text())
                .toolCalls(toolCalls(message.toolCalls(), from))
                .build();
    }

    private static List<AssistantMessage.ToolCall> toolCalls(List<ToolCall> calls, @Nullable AssistantMessage from) {
        List<AssistantMessage.ToolCall> written = new ArrayList<>(calls.size());
        for (ToolCall call : calls) {
            written.add(new AssistantMessage.ToolCall(call.id(), type(call, from), call.name(), call.arguments()));
        }
        return written;
    }

    private static String type(ToolCall call, @Nullable AssistantMessage from) {
        if (from != null) {
            for (AssistantMessage.ToolCall earlier : from.getToolCalls()) {
                if (call.id().equals(earlier.id()) && earlier.type() != null) {
                    return earlier.type();
                }
            }
        }
        return FUNCTION;
    }

    private static ToolResponseMessage tool(Message message, @Nullable ToolResponseMessage from) {
        List<ToolResponseMessage.ToolResponse> responses = new ArrayList<>();
        for (ToolOutput output : message.toolOutputs()) {
            responses.add(new ToolResponseMessage.ToolResponse(output.callId(), output.name(), output.text()));
        }
        ToolResponseMessage.Builder builder = ToolResponseMessage.builder().responses(responses);
        return from == null
                ? builder.build()
                : builder.metadata(from.getMetadata()).build();
    }

    private static List<org.springframework.ai.content.Media> media(List<Media> media) {
        List<org.springframework.ai.content.Media> written = new ArrayList<>(media.size());
        for (Media part : media) {
            written.add(media(part));
        }
        return written;
    }

    private static org.springframework.ai.content.Media media(Media part) {
        Object source = part.source();
        if (source instanceof org.springframework.ai.content.Media known) {
            return known;
        }
        MimeType type = MimeType.valueOf(part.mimeType());
        if (source instanceof URI uri) {
            return new org.springframework.ai.content.Media(type, uri);
        }
        Resource data = source instanceof byte[] bytes ? new ByteArrayResource(bytes) : null;
        if (data == null && source instanceof Resource resource) {
            data = resource;
        }
        if (data == null) {
            throw new IllegalArgumentException(
                    "'media' must be a Spring AI Media, a URI, a byte array or a Resource (was %s)"
                            .formatted(source.getClass().getName()));
        }
        return new org.springframework.ai.content.Media(type, data);
    }
}

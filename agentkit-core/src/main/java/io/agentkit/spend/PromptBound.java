package io.agentkit.spend;

import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolDescription;
import io.agentkit.chat.ToolOutput;
import org.jspecify.annotations.Nullable;

/**
 * How many tokens a prompt has at most. Tokenizers of today's models make tokens of one or more bytes each, so a text has no more tokens
 * than bytes in UTF-8; providers add some words of their own for each message, for tools, and for an output schema.
 */
final class PromptBound {

    /** Role and separators; the providers that say have 3 to 8. */
    private static final long EACH_MESSAGE = 16;

    /** Names and brackets around a call or its result. */
    private static final long EACH_CALL = 32;

    /** A schema is written out in another form for the model. */
    private static final long EACH_TOOL = 64;

    /** Instructions for using tools, which the provider puts in; Anthropic says 313 to 530. */
    private static final long TOOLS = 1_024;

    private static final long SCHEMA = 256;

    private static final long REQUEST = 64;

    private PromptBound() {}

    static long tokens(ChatRequest request) {
        long sum = REQUEST;
        for (Message message : request.messages()) {
            sum += EACH_MESSAGE + bytes(message.text());
            for (ToolCall call : message.toolCalls()) {
                sum += EACH_CALL + bytes(call.id()) + bytes(call.name()) + bytes(call.arguments());
            }
            for (ToolOutput output : message.toolOutputs()) {
                sum += EACH_CALL + bytes(output.callId()) + bytes(output.name()) + bytes(output.text());
            }
        }
        for (ToolDescription tool : request.tools()) {
            // Written out with type names and line breaks a schema grows, but not to twice its size.
            sum += EACH_TOOL + bytes(tool.name()) + bytes(tool.description()) + 2 * bytes(tool.inputSchema());
        }
        String schema = request.outputSchema();
        return sum + (request.tools().isEmpty() ? 0 : TOOLS) + (schema == null ? 0 : SCHEMA + 2 * bytes(schema));
    }

    /** In UTF-8, without encoding it: no character of Java's takes more than three, and a pair of them four. */
    private static long bytes(@Nullable String text) {
        if (text == null) {
            return 0;
        }
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            bytes += each < 0x80 ? 1 : each < 0x800 || Character.isSurrogate(each) ? 2 : 3;
        }
        return bytes;
    }

    static boolean hasMedia(ChatRequest request) {
        return request.messages().stream().anyMatch(message -> !message.media().isEmpty());
    }
}

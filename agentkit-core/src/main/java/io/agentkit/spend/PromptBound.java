package io.agentkit.spend;

import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolDescription;
import io.agentkit.chat.ToolOutput;
import io.agentkit.tokens.ModelTokens;

/**
 * How many tokens a prompt has at most. A token has at least one byte of the text that the model reads, so what has to be bounded is that
 * text. Where each of its parts comes from, and what makes the figure of each an upper one, is in {@code docs/decisions/hard-budgets.md}.
 *
 * <ul>
 *   <li>The text of messages goes to the model as it is: its bytes, or where the tokenizer is public the tokens that it makes.
 *   <li>What tools returned goes as it is too, but in an envelope that few providers have published: its bytes.
 *   <li>Calls of tools, their descriptions and schemas are written out anew, in forms of the provider's own: for each character the most that
 *       any of the known forms makes of it.
 *   <li>Thoughts that go back to the model, which no message shows: the bytes of all that the framework keeps of them.
 *   <li>Between these stand marks and instructions of the provider's own: the constants of this class.
 * </ul>
 *
 * <p>Images, sound and files have no bound here; see {@link Unbounded}.
 */
final class PromptBound {

    /** Role and separators: the formats that are published have 3 to 8. */
    private static final long EACH_MESSAGE = 16;

    /** Names, marks and brackets around a call or its result. */
    private static final long EACH_CALL = 32;

    /** The same around a description. */
    private static final long EACH_TOOL = 64;

    /** Instructions for the use of tools, which the provider puts in front: Anthropic says 313 to 530. */
    private static final long TOOLS = 1_024;

    /** The same for an answer that has to keep to a schema. */
    private static final long SCHEMA = 256;

    /** What stands before the first message: some 75 in the format of gpt-oss, which is the longest that is published. */
    private static final long REQUEST = 128;

    /** In front of a bracket or behind a comma may stand a line break and blanks, also where an object was on one line. */
    private static final long STRUCTURE = 4;

    /** A sign of the text itself may get a backslash. */
    private static final long PLAIN = 2;

    /** Other signs may be written as an escape of six bytes. */
    private static final long FOREIGN = 6;

    private static final int ASCII = 0x80;

    private PromptBound() {}

    /** With the bytes of all texts. */
    static long tokens(ChatRequest request) {
        return tokens(request, ModelTokens.BYTES);
    }

    /** @param texts counts no fewer tokens of the text of a message than the model does */
    static long tokens(ChatRequest request, TokenEstimator texts) {
        long sum = REQUEST + request.unshownBytes();
        for (Message message : request.messages()) {
            sum += EACH_MESSAGE + texts.tokens(message.text());
            for (ToolCall call : message.toolCalls()) {
                sum += EACH_CALL + bytes(call.id()) + bytes(call.name()) + rewritten(call.arguments());
            }
            for (ToolOutput output : message.toolOutputs()) {
                sum += EACH_CALL + bytes(output.callId()) + bytes(output.name()) + bytes(output.text());
            }
        }
        for (ToolDescription tool : request.tools()) {
            sum += EACH_TOOL + bytes(tool.name()) + rewritten(tool.description()) + rewritten(tool.inputSchema());
        }
        String schema = request.outputSchema();
        return sum + (request.tools().isEmpty() ? 0 : TOOLS) + (schema == null ? 0 : SCHEMA + rewritten(schema));
    }

    private static long bytes(String text) {
        return ModelTokens.BYTES.tokens(text);
    }

    /** Most tokens of a text that is written out anew, as JSON over many lines, as declarations of types, or as a part of a string. */
    private static long rewritten(String text) {
        long tokens = 0;
        for (int i = 0; i < text.length(); i++) {
            tokens += each(text.charAt(i));
        }
        return Math.max(tokens, bytes(text));
    }

    private static long each(char character) {
        if (character >= ASCII) {
            return FOREIGN;
        }
        return switch (character) {
            case '{', '}', '[', ']', ',', ':' -> STRUCTURE;
            default -> PLAIN;
        };
    }

    static boolean hasMedia(ChatRequest request) {
        return request.hasUnshownContent()
                || request.messages().stream()
                        .anyMatch(message -> !message.media().isEmpty());
    }
}

package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.Usage;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What every reply of a model has to be like. Checked below the middlewares, so that retry and hedge see a bad reply as that request's
 * failure, and again on what the chain returns. Always: usage is not negative, a turn that stops for tools names some, the arguments of a
 * tool call were not cut, identifiers within one reply differ.
 *
 * @param blankToolCallIds whether a tool call without an identifier passes; some providers give none
 * @param reusedToolCallIds whether an identifier that an earlier turn of the conversation used passes; some providers number from 0 in
 *     every round
 */
public record ReplyChecks(boolean blankToolCallIds, boolean reusedToolCallIds) {

    /** Identifiers must be there and new. */
    public static final ReplyChecks STRICT = new ReplyChecks(false, false);

    /** Identifiers may be missing, and may repeat from one turn to the next; what else has to hold still has to. */
    public static final ReplyChecks LENIENT = new ReplyChecks(true, true);

    /** @throws AgentKitException when the reply must not be used */
    public void check(ChatRequest request, ChatReply reply) {
        Usage usage = reply.usage();
        if (usage != null && usage.isNegative()) {
            throw new AgentKitException(ErrorKind.NEGATIVE_USAGE, "The reply reports a negative number of tokens");
        }
        List<ToolCall> calls = reply.toolCalls();
        if (calls.isEmpty()) {
            if (reply.finishReason() == FinishReason.TOOL_USE) {
                throw new AgentKitException(
                        ErrorKind.STREAM_PROTOCOL, "The reply stops for tools and names none of them");
            }
            return;
        }
        if (reply.finishReason() == FinishReason.LENGTH) {
            throw new AgentKitException(
                    ErrorKind.TRUNCATED_TOOL_ARGUMENTS,
                    "The reply was cut at its token limit while it asked for tools; the arguments may be incomplete");
        }
        checkIds(request, calls);
    }

    private void checkIds(ChatRequest request, List<ToolCall> calls) {
        Set<String> ids = new HashSet<>();
        for (ToolCall call : calls) {
            if (call.id().isBlank()) {
                if (!blankToolCallIds) {
                    throw new AgentKitException(
                            ErrorKind.STREAM_PROTOCOL, "A tool call of the reply has no identifier");
                }
            } else if (!ids.add(call.id())) {
                throw new AgentKitException(
                        ErrorKind.TOOL_USE_ID_REUSED, "Two tool calls of the reply have the same identifier");
            }
        }
        if (reusedToolCallIds || ids.isEmpty()) {
            return;
        }
        for (Message message : request.messages()) {
            for (ToolCall earlier : message.toolCalls()) {
                if (ids.contains(earlier.id())) {
                    throw new AgentKitException(
                            ErrorKind.TOOL_USE_ID_REUSED,
                            "The reply uses the identifier of an earlier tool call of the conversation again");
                }
            }
        }
    }
}

package io.agentkit.observe;

import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import io.agentkit.text.CanonicalJson;
import io.agentkit.text.JsonStrings;
import io.agentkit.text.Truncation;
import io.agentkit.text.UrlMask;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolSecrets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** Texts for an observation: cut, and with credentials in URLs masked. Messages in the JSON form of OpenTelemetry. */
final class Content {

    private static final int MESSAGE_BYTES = 8 * 1024;

    private static final int RESULT_BYTES = 4 * 1024;

    /** A conversation may be far longer than what a span can carry: its newest messages tell most. */
    private static final int ALL_BYTES = 64 * 1024;

    private Content() {}

    static String arguments(ToolRequest request) {
        return cut(CanonicalJson.masking(request.facts().secretArguments(), request.arguments()), MESSAGE_BYTES);
    }

    static String result(String result) {
        return cut(result, RESULT_BYTES);
    }

    static String messages(List<Message> messages, ToolSecrets secrets) {
        Deque<String> written = new ArrayDeque<>();
        long room = ALL_BYTES;
        for (int i = messages.size() - 1; i >= 0 && room > 0; i--) {
            String message = message(messages.get(i), secrets);
            room -= message.length();
            if (room >= 0 || written.isEmpty()) {
                written.addFirst(message);
            }
        }
        return "[" + String.join(",", written) + "]";
    }

    private static String message(Message message, ToolSecrets secrets) {
        StringBuilder out = new StringBuilder("{\"role\":\"");
        out.append(message.role().name().toLowerCase(Locale.ROOT)).append("\",\"parts\":[");
        int start = out.length();
        if (!message.text().isEmpty()) {
            out.append("{\"type\":\"text\",\"content\":");
            JsonStrings.quote(out, cut(message.text(), MESSAGE_BYTES));
            out.append("},");
        }
        for (ToolCall call : message.toolCalls()) {
            part(out, "tool_call", call.id());
            out.append(",\"name\":");
            JsonStrings.quote(out, call.name());
            out.append(",\"arguments\":");
            JsonStrings.quote(
                    out,
                    cut(CanonicalJson.masking(secrets.secretArguments(call.name()), call.arguments()), MESSAGE_BYTES));
            out.append("},");
        }
        for (ToolOutput output : message.toolOutputs()) {
            part(out, "tool_call_response", output.callId());
            out.append(",\"response\":");
            JsonStrings.quote(out, cut(output.text(), RESULT_BYTES));
            out.append("},");
        }
        if (out.length() > start) {
            out.setLength(out.length() - 1);
        }
        return out.append("]}").toString();
    }

    private static void part(StringBuilder out, String type, String id) {
        out.append("{\"type\":\"").append(type).append("\",\"id\":");
        JsonStrings.quote(out, id);
    }

    /** Masks first: a cut URL would not be known as one. */
    private static String cut(String text, int maxBytes) {
        return Truncation.toBytes(UrlMask.mask(text), maxBytes);
    }
}

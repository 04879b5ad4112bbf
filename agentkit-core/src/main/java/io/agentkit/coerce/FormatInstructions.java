package io.agentkit.coerce;

import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import org.jspecify.annotations.Nullable;

/** Finds the schema that a framework wrote into a prompt, where the provider was not told it in a field of its own. */
final class FormatInstructions {

    private static final String FENCE = "```";

    private static final String MARK = "JSON Schema";

    private FormatInstructions() {}

    /** The fenced schema behind the last words {@code JSON Schema} of what the user wrote last; null when there is none. */
    static @Nullable String schema(ChatRequest request) {
        Message user = request.lastUserMessage();
        return user == null ? null : schema(user.text());
    }

    static @Nullable String schema(String text) {
        int mark = text.lastIndexOf(MARK);
        int open = mark < 0 ? -1 : text.indexOf(FENCE, mark);
        if (open < 0) {
            return null;
        }
        int brace = text.indexOf('{', open);
        int end = brace < 0 ? -1 : StrictJson.end(text, brace);
        return end > 0 && text.startsWith(FENCE, skip(text, end)) ? text.substring(brace, end) : null;
    }

    private static int skip(String text, int from) {
        int at = from;
        while (at < text.length() && Chars.isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }
}

package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Delta;
import java.time.Duration;

/** Streams an answer that is there already as if a model gave it: a few words at a time. */
final class PacedAnswer {

    /** A piece ends with the first space after so many characters, or in the middle of a long word. */
    private static final int SHORTEST = 16;

    private static final int LONGEST = 64;

    private PacedAnswer() {}

    static ChatReply show(ChatReply reply, Duration pause, Call<?> call, Gate gate, DeltaSink sink) {
        AttemptStream stream = new AttemptStream(gate, sink, call.cancellation());
        try {
            String text = reply.text();
            int from = 0;
            while (from < text.length()) {
                int to = end(text, from);
                stream.delta(Delta.text(text.substring(from, to)));
                call.pause(pause);
                from = to;
            }
            // The rest: what it says of itself, and the tools that it asks for.
            stream.delta(Delta.of(reply.withText("")));
            stream.complete();
        } catch (RuntimeException cancelled) {
            stream.fail(cancelled);
            throw cancelled;
        }
        return stream.marked(reply);
    }

    private static int end(String text, int from) {
        int last = Math.min(text.length(), from + LONGEST);
        for (int i = from + SHORTEST; i < last; i++) {
            if (Character.isWhitespace(text.charAt(i))) {
                return i + 1;
            }
        }
        return last < text.length() && Character.isLowSurrogate(text.charAt(last)) ? last - 1 : last;
    }
}

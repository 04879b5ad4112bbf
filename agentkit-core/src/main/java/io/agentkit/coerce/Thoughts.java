package io.agentkit.coerce;

import java.util.Locale;

/** What a model thought aloud before it answered. */
final class Thoughts {

    private static final String[] TAGS = {"think", "thinking", "thought", "thoughts", "reasoning", "reflection"};

    private Thoughts() {}

    /** Where the answer begins. A thought that does not end is all there is. */
    static int end(String text) {
        if (text.indexOf('<') < 0) {
            return 0;
        }
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.length() != text.length()) {
            lower = text;
        }
        int end = afterLeading(lower);
        for (String tag : TAGS) {
            end = Math.max(end, afterLastClose(lower, "</" + tag + ">"));
        }
        return end;
    }

    private static int afterLeading(String text) {
        int end = 0;
        while (true) {
            int at = space(text, end);
            int close = close(text, at);
            if (close < 0) {
                return end;
            }
            end = close;
        }
    }

    /** Where the thought ends that begins at the offset; negative when none does. */
    private static int close(String text, int at) {
        for (String tag : TAGS) {
            if (text.startsWith("<" + tag + ">", at)) {
                String close = "</" + tag + ">";
                int found = text.indexOf(close, at);
                return found < 0 ? text.length() : found + close.length();
            }
        }
        return -1;
    }

    /** After the last closing tag that an object or array follows: templates of some models swallow the opening one. */
    private static int afterLastClose(String text, String tag) {
        int at = text.lastIndexOf(tag);
        while (at >= 0) {
            int after = space(text, at + tag.length());
            if (after < text.length() && "{[`".indexOf(text.charAt(after)) >= 0) {
                return after;
            }
            at = text.lastIndexOf(tag, at - 1);
        }
        return -1;
    }

    private static int space(String text, int from) {
        int at = from;
        while (at < text.length() && Chars.isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }
}

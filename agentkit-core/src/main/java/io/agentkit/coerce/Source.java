package io.agentkit.coerce;

/** A damaged text and what can be seen from a place in it. All look-ups together take time in proportion to the text. Not thread-safe. */
final class Source {

    /** Comments that are looked over from one place: a text that is nothing but comments must not be read over and over. */
    private static final int COMMENTS = 8;

    final String text;
    final int length;

    /** Whether a level of escapes was taken away already. */
    final boolean unescaped;

    private final int lastLineEnd;
    private final int lastFence;
    private final Finder lineEnds;
    private final Finder commentEnds;
    private int hashFrom;
    private int hashEnd;

    Source(String text, boolean unescaped) {
        this.text = text;
        this.unescaped = unescaped;
        this.length = text.length();
        this.lastLineEnd = text.lastIndexOf('\n');
        this.lastFence = text.lastIndexOf("```");
        this.lineEnds = new Finder(text, "\n");
        this.commentEnds = new Finder(text, "*/");
    }

    /** The next place of a word; places that were found are kept, so that asking again from a little further on costs nothing. */
    private static final class Finder {

        private final String text;
        private final String word;
        private int from = -1;
        private int found = -1;

        Finder(String text, String word) {
            this.text = text;
            this.word = word;
        }

        /** The place of the word at or after the offset; the end of the text when there is none. */
        int at(int offset) {
            if (from < 0 || offset < from || offset > found) {
                int next = text.indexOf(word, offset);
                from = offset;
                found = next < 0 ? text.length() : next;
            }
            return found;
        }
    }

    int at(int offset) {
        return offset < length ? text.charAt(offset) : -1;
    }

    /** The offset after white space and comments, to go on reading there. */
    int skip(int offset) {
        return skip(offset, Integer.MAX_VALUE);
    }

    /** As {@link #skip}, to look at what stands there. */
    int ahead(int offset) {
        return skip(offset, COMMENTS);
    }

    private int skip(int offset, int comments) {
        int at = space(offset);
        for (int i = 0; i < comments; i++) {
            int end = comment(at);
            if (end == at) {
                return at;
            }
            at = space(end);
        }
        return at;
    }

    int space(int offset) {
        int at = offset;
        while (at < length && Chars.isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** Where the comment ends that begins at the offset; the offset itself when there is none. */
    int comment(int offset) {
        int c = at(offset);
        if (c == '/' && at(offset + 1) == '*') {
            return Math.min(length, commentEnds.at(offset + 2) + 2);
        }
        if (c == '/' && at(offset + 1) == '/') {
            return lineEnds.at(offset);
        }
        return c == '#' ? hashComment(offset) : offset;
    }

    /** In a text of one line, a comment ends with the object or array that it stands in. */
    private int hashComment(int offset) {
        if (offset < lastLineEnd) {
            return lineEnds.at(offset);
        }
        // What was looked at is not looked at again.
        int at = offset < hashFrom ? offset : Math.max(offset, hashEnd);
        while (at < length && text.charAt(at) != '}' && text.charAt(at) != ']') {
            at++;
        }
        hashFrom = offset;
        hashEnd = at;
        return at;
    }

    boolean hasLineEnd(int from, int to) {
        return from < to && from <= lastLineEnd && lineEnds.at(from) < to;
    }

    boolean isFence(int offset) {
        return offset <= lastFence && text.startsWith("```", offset);
    }

    /** Where the fence ends that begins at the offset, its language included. */
    int fenceEnd(int offset) {
        int at = offset;
        while (at(at) == '`') {
            at++;
        }
        while (Chars.isName(at(at))) {
            at++;
        }
        return at;
    }

    /** The offset of the quote that could close what the quote at the offset opens; negative when there is none. */
    int closingQuote(int offset) {
        int opening = at(offset);
        for (int at = offset + 1; at < length; at++) {
            int c = text.charAt(at);
            if (c == '\\') {
                at++;
            } else if (Chars.closes(opening, c)) {
                return at;
            }
        }
        return -1;
    }

    /** Where the word ends that begins at the offset; the offset itself when there is none. */
    int wordEnd(int offset) {
        int at = offset;
        while (Chars.isName(at(at))) {
            at++;
        }
        return at;
    }
}

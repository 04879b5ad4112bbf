package io.agentkit.cache.semantic;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A piece of a text between white space, without the marks around it.
 *
 * @param text as it is written
 * @param lower in small letters
 * @param opens whether a sentence may begin with it, so that a capital says nothing
 * @param closes whether a mark behind it ends a part of a sentence
 */
record Token(String text, String lower, boolean opens, boolean closes) {

    private static final String AROUND = "\"'“”„‘’«»,;:!?…`";

    private static final String QUOTES = "\"“„«`";

    private static final String[] ENDINGS = {"'s", "s'", "'ll", "'re", "'ve", "'d", "'m"};

    /** The tokens of a text, in one pass. */
    static List<Token> of(String text) {
        List<Token> tokens = new ArrayList<>();
        boolean opens = true;
        int at = 0;
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && !Character.isWhitespace(text.charAt(end)) && text.charAt(end) != '\u2014') {
                end++;
            }
            if (end > at) {
                opens = add(
                        tokens, text.substring(at, end).replace('\u2019', '\'').replace('\u2212', '-'), opens);
            }
            at = end + 1;
        }
        return tokens;
    }

    /** Adds what the piece is made of, and says whether a sentence may begin behind it. */
    private static boolean add(List<Token> tokens, String piece, boolean opens) {
        int from = begin(piece);
        int to = end(piece, from);
        String core = piece.substring(from, to);
        boolean ends = hasAny(piece, to, ".?!:");
        boolean closes = ends || hasAny(piece, to, ",;");
        if (core.isEmpty()) {
            return opens || ends;
        }
        boolean quoted = from > 0 && QUOTES.indexOf(piece.charAt(from - 1)) >= 0;
        String[] parts = isJoined(core) ? core.split("[-/]") : new String[] {core};
        for (int i = 0; i < parts.length; i++) {
            if (!parts[i].isEmpty()) {
                boolean first = opens && i == 0 && !quoted;
                boolean last = closes && i == parts.length - 1;
                tokens.add(new Token(parts[i], parts[i].toLowerCase(Locale.ROOT), first, last));
            }
        }
        return ends;
    }

    private static boolean hasAny(String piece, int from, String marks) {
        for (int i = from; i < piece.length(); i++) {
            if (marks.indexOf(piece.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Behind quotes, and behind a bracket that nothing in the piece closes, or only its end. */
    private static int begin(String piece) {
        int round = piece.lastIndexOf(')');
        int square = piece.lastIndexOf(']');
        boolean wrapped = piece.charAt(0) == '(' && round == piece.length() - 1 && piece.indexOf(')') == round;
        int from = wrapped ? 1 : 0;
        for (; from < piece.length(); from++) {
            char c = piece.charAt(from);
            boolean open = (c == '(' && round <= from) || (c == '[' && square <= from);
            boolean point = c == '.' && from == piece.length() - 1;
            if (AROUND.indexOf(c) < 0 && !open && !point) {
                break;
            }
        }
        return from;
    }

    /** Before what ends a sentence or a part of it, and before a bracket that nothing in the piece opens. */
    private static int end(String piece, int from) {
        int round = piece.lastIndexOf('(');
        int square = piece.lastIndexOf('[');
        int to = piece.length();
        for (; to > from; to--) {
            char c = piece.charAt(to - 1);
            boolean closed = (c == ')' && round < from) || (c == ']' && square < from);
            if (AROUND.indexOf(c) < 0 && c != '.' && !closed) {
                break;
            }
        }
        // $? and $! are names of variables.
        return to < piece.length() && to == from + 1 && piece.charAt(from) == '$' ? to + 1 : to;
    }

    /** Words that a hyphen or a slash joins, and a number before them: two-day, and/or, 3-day. */
    private static boolean isJoined(String core) {
        char first = core.charAt(0);
        if (Units.isUnit(core) || first == '-' || first == '/' || core.startsWith("no-")) {
            return false;
        }
        int at = 0;
        while (at < core.length() && isCount(core.charAt(at))) {
            at++;
        }
        boolean counted = at > 0;
        int joints = 0;
        int letters = 0;
        for (; at < core.length(); at++) {
            char c = core.charAt(at);
            joints += c == '-' || c == '/' ? 1 : 0;
            letters += Character.isLetter(c) ? 1 : 0;
            if (c != '-' && c != '/' && c != '\'' && !Character.isLetter(c)) {
                return false;
            }
        }
        return letters > 0
                && (counted
                        ? joints == 1 && core.indexOf('-') > 0 && isCount(core.charAt(core.indexOf('-') - 1))
                        : joints > 0);
    }

    private static boolean isCount(char c) {
        return (c >= '0' && c <= '9') || c == '.' || c == ',';
    }

    /** Without what makes it a possessive or joins a verb to it: Anna's, they'll. */
    Token possessor() {
        for (String ending : ENDINGS) {
            if (lower.endsWith(ending) && lower.length() > ending.length()) {
                int length = lower.length() - (ending.equals("s'") ? 1 : ending.length());
                return new Token(
                        text.substring(0, Math.min(length, text.length())), lower.substring(0, length), opens, closes);
            }
        }
        return this;
    }

    /** Whether capitals say that it is one. */
    boolean isName() {
        int capitals = 0;
        for (int i = 0; i < text.length(); i++) {
            capitals += Character.isUpperCase(text.charAt(i)) ? 1 : 0;
        }
        boolean word = text.length() > 1 || !lower.equals("i");
        return word && (capitals > 1 || (capitals == 1 && !opens));
    }
}

package io.agentkit.coerce;

/** What kinds of characters there are in damaged JSON. */
final class Chars {

    private Chars() {}

    static boolean isJsonSpace(int c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    /** Space of any kind, the byte order mark too. */
    static boolean isSpace(int c) {
        return isJsonSpace(c)
                || c == '\f'
                || c == 0x0B
                || c == 0xA0
                || c == 0x1680
                || c == 0x180E
                || (c >= 0x2000 && c <= 0x200B)
                || c == 0x2028
                || c == 0x2029
                || c == 0x202F
                || c == 0x205F
                || c == 0x3000
                || c == 0xFEFF;
    }

    static boolean isQuote(int c) {
        return c == '"' || c == '\'' || isSingleQuote(c) || isDoubleQuote(c);
    }

    /** Whether a string that began with the one quote can end with the other. */
    static boolean closes(int opening, int c) {
        if (opening == '"' || opening == '\'') {
            return c == opening;
        }
        return isSingleQuote(opening) ? c == '\'' || isSingleQuote(c) : c == '"' || isDoubleQuote(c);
    }

    private static boolean isSingleQuote(int c) {
        return c == '\u2018' || c == '\u2019' || c == '\u201B' || c == '`' || c == '\u00B4';
    }

    private static boolean isDoubleQuote(int c) {
        return c == '\u201C' || c == '\u201D' || c == '\u201E' || c == '\u201F';
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    static boolean isName(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || isDigit(c)
                || c == '_'
                || c == '$'
                || c == '-'
                || (c > 0x7F && Character.isLetter(c));
    }

    static boolean isHex(String text, int from, int count) {
        if (from + count > text.length()) {
            return false;
        }
        for (int i = from; i < from + count; i++) {
            if (Character.digit(text.charAt(i), 16) < 0 || text.charAt(i) > 'f') {
                return false;
            }
        }
        return true;
    }
}

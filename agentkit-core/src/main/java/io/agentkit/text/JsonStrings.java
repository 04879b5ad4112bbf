package io.agentkit.text;

/**
 * Writes JSON strings.
 */
public final class JsonStrings {

    /** Of the first characters, those that stay as they are. */
    private static final boolean[] PLAIN = plain();

    private JsonStrings() {}

    private static boolean[] plain() {
        boolean[] plain = new boolean[128];
        for (int i = ' '; i < plain.length; i++) {
            plain[i] = i != '"' && i != '\\';
        }
        return plain;
    }

    /**
     * Appends the text in quotes, escaping only what JSON demands, and halves of characters that stand alone: no encoding has bytes for
     * them.
     */
    public static void quote(StringBuilder out, String text) {
        out.append('"');
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character < PLAIN.length ? PLAIN[character] : isWhole(text, i)) {
                continue;
            }
            out.append(text, from, i);
            from = i + 1;
            escape(out, character);
        }
        if (from == 0) {
            out.append(text);
        } else {
            out.append(text, from, text.length());
        }
        out.append('"');
    }

    /** Whether it is no half of a character, or one beside the other. */
    private static boolean isWhole(String text, int i) {
        if (!Character.isSurrogate(text.charAt(i))) {
            return true;
        }
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }

    private static void escape(StringBuilder out, char character) {
        switch (character) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(Character.forDigit(character >> shift & 15, 16));
                }
            }
        }
    }
}

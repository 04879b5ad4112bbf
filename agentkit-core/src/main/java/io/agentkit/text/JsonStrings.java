package io.agentkit.text;

/**
 * Writes JSON strings.
 */
public final class JsonStrings {

    private JsonStrings() {}

    /**
     * Appends the text in quotes, escaping only what JSON demands, and halves of characters that stand alone: no encoding has bytes for
     * them.
     */
    public static void quote(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            switch (character) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (character < 0x20 || (Character.isSurrogate(character) && !isPaired(text, i))) {
                        escape(out, character);
                    } else {
                        out.append(character);
                    }
                }
            }
        }
        out.append('"');
    }

    private static boolean isPaired(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }

    private static void escape(StringBuilder out, char character) {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.append(Character.forDigit(character >> shift & 15, 16));
        }
    }
}

package io.agentkit.text;

/**
 * Writes JSON strings.
 */
public final class JsonStrings {

    private JsonStrings() {}

    /** Appends the text in quotes, escaping only what JSON demands. */
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
                    if (character < 0x20) {
                        out.append("\\u00")
                                .append(Character.forDigit(character >> 4, 16))
                                .append(Character.forDigit(character & 15, 16));
                    } else {
                        out.append(character);
                    }
                }
            }
        }
        out.append('"');
    }
}

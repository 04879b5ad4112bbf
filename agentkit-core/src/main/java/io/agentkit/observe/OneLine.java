package io.agentkit.observe;

/** Keeps what models and tools say from looking like a line of its own in a log. */
final class OneLine {

    private OneLine() {}

    /** The text with what would end the line, or steer a terminal, written as {@code \\u000a}; the same object when there is none of it. */
    static String of(String text) {
        return text.chars().noneMatch(OneLine::steers) ? text : escaped(text);
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (steers(character)) {
                out.append("\\u%04x".formatted((int) character));
            } else {
                out.append(character);
            }
        }
        return out.toString();
    }

    private static boolean steers(int character) {
        int type = Character.getType(character);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}

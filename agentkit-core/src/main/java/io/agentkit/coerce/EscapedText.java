package io.agentkit.coerce;

/** Leaves the parser where a whole text turns out to be escaped as if it stood in a string. */
final class EscapedText extends RuntimeException {

    static final EscapedText SIGNAL = new EscapedText();

    private static final long serialVersionUID = 1;

    private EscapedText() {
        super("escaped", null, false, false);
    }

    /** The text without one level of escapes. */
    static String unescaped(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\' || i + 1 == text.length()) {
                if (c != '\\') {
                    plain.append(c);
                }
                continue;
            }
            char escaped = text.charAt(++i);
            switch (escaped) {
                case 'n' -> plain.append('\n');
                case 'r' -> plain.append('\r');
                case 't' -> plain.append('\t');
                case '"', '\'', '\\', '/' -> plain.append(escaped);
                default -> plain.append('\\').append(escaped);
            }
        }
        return plain.toString();
    }
}

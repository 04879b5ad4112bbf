package io.agentkit.tokens;

/** How long a text is in UTF-8. */
final class Utf8 {

    private static final int ONE_BYTE = 0x80;

    private static final int TWO_BYTES = 0x800;

    private Utf8() {}

    /** Without encoding it. Half of a pair of surrogates counts as the three bytes of the sign that stands in for it. */
    static long bytes(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character < ONE_BYTE) {
                bytes++;
            } else if (character < TWO_BYTES) {
                bytes += 2;
            } else if (isPair(text, i)) {
                bytes += 4;
                i++;
            } else {
                bytes += 3;
            }
        }
        return bytes;
    }

    private static boolean isPair(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at))
                && at + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(at + 1));
    }
}

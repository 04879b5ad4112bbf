package io.agentkit.text;

/**
 * Cuts texts, and never a character in two.
 */
public final class Truncation {

    /** What a cut text ends with. */
    public static final String MARK = " [truncated]";

    private Truncation() {}

    /**
     * The text, or as much of its beginning as fits with {@link #MARK} behind it. Never cuts a character in two.
     *
     * @param maxBytes of the result in UTF-8, at least the 12 of the mark
     */
    public static String toBytes(String text, int maxBytes) {
        if (maxBytes < MARK.length()) {
            throw new IllegalArgumentException(
                    "'maxBytes' must be at least %d (was %d)".formatted(MARK.length(), maxBytes));
        }
        if (text.length() <= maxBytes / 3 || bytes(text) <= maxBytes) {
            return text;
        }
        long room = (long) maxBytes - MARK.length();
        int end = 0;
        while (end < text.length()) {
            int character = text.codePointAt(end);
            room -= bytes(character);
            if (room < 0) {
                break;
            }
            end += Character.charCount(character);
        }
        return text.substring(0, end) + MARK;
    }

    /**
     * The text, or as much of its beginning as fits, without a mark.
     *
     * @param maxLength of the result in UTF-16 units, at least 0
     */
    public static String toLength(String text, int maxLength) {
        if (text.length() <= maxLength) {
            return text;
        }
        boolean within = maxLength > 0
                && Character.isHighSurrogate(text.charAt(maxLength - 1))
                && Character.isLowSurrogate(text.charAt(maxLength));
        return text.substring(0, within ? maxLength - 1 : maxLength);
    }

    /** How many bytes the text has in UTF-8. */
    public static long bytes(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character < 0x80) {
                bytes++;
            } else if (character < 0x800) {
                bytes += 2;
            } else if (Character.isHighSurrogate(character)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                bytes += 3;
            }
        }
        return bytes;
    }

    private static int bytes(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < 0x10000 ? 3 : 4;
    }
}

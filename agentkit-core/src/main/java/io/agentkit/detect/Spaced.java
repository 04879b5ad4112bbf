package io.agentkit.detect;

/**
 * Words whose letters stand apart ({@code i g n o r e}, {@code i.g.n.o.r.e}), and bytes in hexadecimal that do ({@code 69 67 6e}), found
 * without looking at most characters. Takes linear time.
 */
final class Spaced {

    /** Fewer letters hold no attack. */
    private static final int FEWEST = 8;

    private static final int STEP = 12;

    private static final int WIDEST_GAP = 5;

    private Spaced() {}

    /** Where the next such stretch begins; -1 when there is none. */
    static int next(String text, int from) {
        int last = text.length() - 4;
        for (int at = from + STEP - 1; at <= last; at += STEP) {
            boolean first = isWord(text.charAt(at));
            boolean second = isWord(text.charAt(at + 1));
            boolean third = isWord(text.charAt(at + 2));
            boolean fourth = isWord(text.charAt(at + 3));
            boolean letters = !(first && second) && !(second && third) && !(third && fourth);
            boolean pairs = first == fourth && !(first && second && third);
            if (letters || pairs) {
                int start = start(text, at, from, letters ? 1 : 2);
                if (isStretch(text, start)) {
                    return start;
                }
            }
        }
        return -1;
    }

    private static boolean isWord(char character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || (character >= 128 && Character.isLetterOrDigit(character));
    }

    /** Goes back over letters that stand apart, as far as a stretch reaches that was not met before. */
    private static int start(String text, int at, int from, int size) {
        int start = at;
        while (start > from && isWord(text.charAt(start)) && isWord(text.charAt(start - 1))) {
            start--;
        }
        int limit = Math.max(from, at - 2 * STEP);
        while (start > limit) {
            int token = start - 1;
            while (token > limit && !isWord(text.charAt(token))) {
                token--;
            }
            token -= size - 1;
            if (token < limit || size(text, token) != size || (token > 0 && isWord(text.charAt(token - 1)))) {
                break;
            }
            start = token;
        }
        while (start < at && !isWord(text.charAt(start))) {
            start++;
        }
        return start;
    }

    private static boolean isStretch(String text, int start) {
        int size = size(text, start);
        int at = start;
        for (int count = 1; count < FEWEST; count++) {
            int next = afterGap(text, at + size);
            if (size == 0 || next == at + size || size(text, next) != size) {
                return false;
            }
            at = next;
        }
        return true;
    }

    /** How many letters stand together: 1, or 2 hexadecimal digits; 0 for anything else. */
    private static int size(String text, int at) {
        int size = 0;
        while (at + size < text.length() && size < 3 && isWord(text.charAt(at + size))) {
            size++;
        }
        boolean pair = size == 2 && digit(text.charAt(at)) >= 0 && digit(text.charAt(at + 1)) >= 0;
        return size == 1 || pair ? size : 0;
    }

    private static int digit(char character) {
        return Character.digit(character, 16);
    }

    private static int afterGap(String text, int from) {
        int at = from;
        while (at < text.length() && at - from < WIDEST_GAP && !isWord(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** Where a stretch ends that begins there. */
    static int end(String text, int start) {
        int size = size(text, start);
        int at = start;
        int end = start + size;
        while (size(text, at) == size) {
            end = at + size;
            at = afterGap(text, end);
            if (at == end) {
                break;
            }
        }
        return end;
    }

    /** Whether the stretch is one of bytes in hexadecimal. */
    static boolean isHex(String text, int start) {
        return size(text, start) == 2;
    }

    /** The letters put together; wider gaps part words, and so do spaces where letters are parted by something else. */
    static String joined(String text, int start, int end) {
        int size = size(text, start);
        StringBuilder out = new StringBuilder();
        int at = start;
        while (at < end) {
            out.append(text, at, Math.min(at + size, end));
            int next = afterGap(text, at + size);
            if (size == 1 && (next - at - size > 1 || (isBlank(text, at + size) && !isBlank(text, start + size)))) {
                out.append(' ');
            }
            at = Math.max(next, at + size);
        }
        return out.toString();
    }

    private static boolean isBlank(String text, int at) {
        return at < text.length() && Character.isWhitespace(text.charAt(at));
    }
}

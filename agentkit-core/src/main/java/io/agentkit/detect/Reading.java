package io.agentkit.detect;

import java.util.Map;

/**
 * Reads one character of a text as what it stands for, escapes undone: those of JSON and of code ({@code \}{@code u0069}, {@code \x69},
 * {@code \n}), of URLs ({@code %69}) and of HTML ({@code &#105;}), also escaped several times over. Reading a text to its end takes linear
 * time.
 */
final class Reading {

    private static final Map<String, Character> NAMED = Map.of(
            "lt", '<',
            "gt", '>',
            "quot", '"',
            "apos", '\'',
            "nbsp", ' ',
            "Tab", ' ',
            "NewLine", ' ',
            "shy", Folding.SKIP,
            "zwnj", Folding.SKIP,
            "zwj", Folding.SKIP);

    private static final int LONGEST_NAME = 7;

    private Reading() {}

    /** The folded character that begins there, {@link Folding#SEVERAL} for several. */
    static char character(long read) {
        return (char) read;
    }

    /** The code point as it was written, escapes undone. */
    static int codePoint(long read) {
        return (int) (read >>> 16) & 0x1FFFFF;
    }

    /** How many {@code char}s were read. */
    static int length(long read) {
        return (int) (read >>> 37);
    }

    static long at(String text, int at) {
        char first = text.charAt(at);
        return switch (first) {
            case '\\' -> backslash(text, at);
            case '%' -> percent(text, at);
            case '&' -> entity(text, at);
            default -> codePoint(text.codePointAt(at), Character.isHighSurrogate(first) ? text.codePointAt(at) : first);
        };
    }

    private static long codePoint(int codePoint, int folded) {
        return read(Character.charCount(codePoint), codePoint, Folding.of(folded));
    }

    private static long read(int length, int codePoint, char folded) {
        return ((long) length << 37) | ((long) codePoint << 16) | folded;
    }

    private static long of(int length, int codePoint) {
        return Character.isValidCodePoint(codePoint)
                ? read(length, codePoint, Folding.of(codePoint))
                : read(length, 0, Folding.SKIP);
    }

    private static long backslash(String text, int at) {
        int to = at;
        while (to < text.length() && text.charAt(to) == '\\') {
            to++;
        }
        char escape = to < text.length() ? text.charAt(to) : 0;
        int length = to - at + 1;
        switch (escape) {
            case 'n', 'r', 't', 'f', 'b', 'v' -> {
                return read(length, '\n', ' ');
            }
            case 'x' -> {
                int value = number(text, to + 1, 2, 16);
                if (value >= 0) {
                    return of(length + 2, value);
                }
            }
            case 'u' -> {
                int unit = number(text, to + 1, 4, 16);
                if (unit >= 0) {
                    return unit(text, at, to + 5, unit);
                }
            }
            default -> {
                int value = number(text, to, 3, 8);
                if (value > 0) {
                    return of(length + 2, value);
                }
            }
        }
        return read(to - at, '\\', '\\');
    }

    private static long unit(String text, int at, int to, int unit) {
        if (Character.isHighSurrogate((char) unit) && text.startsWith("\\", to)) {
            int behind = to;
            while (behind < text.length() && text.charAt(behind) == '\\') {
                behind++;
            }
            int low = text.startsWith("u", behind) ? number(text, behind + 1, 4, 16) : -1;
            if (low >= 0 && Character.isLowSurrogate((char) low)) {
                return of(behind + 5 - at, Character.toCodePoint((char) unit, (char) low));
            }
        }
        return of(to - at, unit);
    }

    private static long percent(String text, int at) {
        int digits = at + 1;
        while (text.startsWith("25", digits)) {
            digits += 2;
        }
        int value = number(text, digits, 2, 16);
        if (value < 0) {
            return read(1, '%', '%');
        }
        // Part of a character of several bytes: those that hide words are invisible or carry accents.
        return value < 0x80 ? of(digits + 2 - at, value) : read(digits + 2 - at, 0, Folding.SKIP);
    }

    private static long entity(String text, int at) {
        int from = at + 1;
        while (text.startsWith("amp;", from)) {
            from += 4;
        }
        if (text.startsWith("#", from)) {
            boolean hex = text.startsWith("x", from + 1) || text.startsWith("X", from + 1);
            return numbered(text, at, from + (hex ? 2 : 1), hex ? 16 : 10);
        }
        int end = from;
        while (end < text.length() && end - from < LONGEST_NAME && Character.isLetter(text.charAt(end))) {
            end++;
        }
        Character named = text.startsWith(";", end) ? NAMED.get(text.substring(from, end)) : null;
        return named == null ? read(from - at, '&', '&') : read(end + 1 - at, named, named);
    }

    private static long numbered(String text, int at, int digits, int radix) {
        int end = digits;
        int value = 0;
        while (end < text.length() && end - digits < LONGEST_NAME && Character.digit(text.charAt(end), radix) >= 0) {
            value = value * radix + Character.digit(text.charAt(end), radix);
            end++;
        }
        return end == digits
                ? read(digits - at, '&', '&')
                : of((text.startsWith(";", end) ? end + 1 : end) - at, value);
    }

    /** So many digits; -1 where there are fewer. */
    private static int number(String text, int from, int digits, int radix) {
        if (from + digits > text.length()) {
            return -1;
        }
        int value = 0;
        for (int i = from; i < from + digits; i++) {
            int digit = Character.digit(text.charAt(i), radix);
            if (digit < 0) {
                return -1;
            }
            value = value * radix + digit;
        }
        return value;
    }
}

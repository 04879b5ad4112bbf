package io.agentkit.cache.semantic;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Numbers in digits and in words. */
final class Numerals {

    private static final Map<String, BigDecimal> SMALL = new HashMap<>();
    private static final Map<String, BigDecimal> LARGE = Map.of(
            "hundred", BigDecimal.valueOf(100),
            "thousand", BigDecimal.valueOf(1_000),
            "million", BigDecimal.valueOf(1_000_000),
            "billion", BigDecimal.valueOf(1_000_000_000),
            "trillion", BigDecimal.valueOf(1_000_000_000_000L),
            "dozen", BigDecimal.valueOf(12));

    private static final Map<String, BigDecimal> SUFFIX = Map.of(
            "k", BigDecimal.valueOf(1_000),
            "m", BigDecimal.valueOf(1_000_000),
            "bn", BigDecimal.valueOf(1_000_000_000),
            "b", BigDecimal.valueOf(1_000_000_000));

    static {
        String[] ones =
                ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
                                + " eighteen nineteen")
                        .split(" ");
        String[] ordinals =
                ("zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
                                + " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth")
                        .split(" ");
        String[] tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
        for (int i = 0; i < ones.length; i++) {
            SMALL.put(ones[i], BigDecimal.valueOf(i));
            if (i > 3) {
                SMALL.put(ordinals[i], BigDecimal.valueOf(i));
            }
        }
        SMALL.put("third", BigDecimal.valueOf(3));
        for (int i = 0; i < tens.length; i++) {
            SMALL.put(tens[i], BigDecimal.valueOf(20 + 10L * i));
            SMALL.put(tens[i].substring(0, tens[i].length() - 1) + "ieth", BigDecimal.valueOf(20 + 10L * i));
        }
    }

    private Numerals() {}

    /** The value of a word below a hundred; null when it is none. */
    static @Nullable BigDecimal small(String lower) {
        return SMALL.get(lower);
    }

    /** What a word multiplies the number before it by; null when it does not. */
    static @Nullable BigDecimal large(String lower) {
        BigDecimal found = LARGE.get(lower);
        return found == null && lower.endsWith("s") ? LARGE.get(lower.substring(0, lower.length() - 1)) : found;
    }

    /** What the letters behind digits multiply them by; null when they do not. */
    static @Nullable BigDecimal suffix(String letters, boolean money) {
        boolean clear = money || letters.equals("k") || letters.equals("bn");
        return clear ? SUFFIX.get(letters) : null;
    }

    static boolean isOrdinalEnding(String letters) {
        return letters.equals("st") || letters.equals("nd") || letters.equals("rd") || letters.equals("th");
    }

    /** Whether it is a day of a month or the like, in digits, with or without the ending of an ordinal. */
    static boolean isOrdinal(String text) {
        int end = text.length();
        if (end > 2 && isOrdinalEnding(text.substring(end - 2))) {
            end -= 2;
        }
        return end > 0 && end <= 4 && text.substring(0, end).chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** A number in digits, with separators; null when the text is none. */
    static @Nullable BigDecimal digits(String text) {
        int length = text.length();
        int start = length > 1 && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
        int point = -1;
        int commas = 0;
        for (int i = start; i < length; i++) {
            char c = text.charAt(i);
            if (c == '.') {
                if (point >= 0) {
                    return null;
                }
                point = i;
            } else if (c == ',' || c == '_' || c == '\'') {
                if (point >= 0 || i == start || !isGroup(text, i)) {
                    return null;
                }
                commas++;
            } else if (c < '0' || c > '9') {
                return null;
            }
        }
        if (start >= length || length > 40 || point == length - 1) {
            return null;
        }
        String plain = commas == 0 ? text : text.replaceAll("[,_']", "");
        return new BigDecimal(plain.charAt(0) == '+' ? plain.substring(1) : plain);
    }

    /** Three digits stand behind a separator. */
    private static boolean isGroup(String text, int at) {
        if (at + 4 > text.length()) {
            return false;
        }
        for (int i = at + 1; i < at + 4; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return at + 4 == text.length() || text.charAt(at + 4) < '0' || text.charAt(at + 4) > '9';
    }

    static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}

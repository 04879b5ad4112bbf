package io.agentkit.coerce;

import org.jspecify.annotations.Nullable;

/** Numbers as JSON writes them, and as others do. */
final class Numbers {

    private Numbers() {}

    /** Where the number that starts at the offset ends; the offset itself when there is none. */
    static int end(String text, int from) {
        int at = from;
        if (is(text, at, '-')) {
            at++;
        }
        int digits = digits(text, at);
        if (digits == at) {
            return from;
        }
        at = is(text, at, '0') ? at + 1 : digits;
        if (is(text, at, '.') && digits(text, at + 1) > at + 1) {
            at = digits(text, at + 1);
        }
        if (is(text, at, 'e') || is(text, at, 'E')) {
            int exponent = is(text, at + 1, '+') || is(text, at + 1, '-') ? at + 2 : at + 1;
            at = digits(text, exponent) > exponent ? digits(text, exponent) : at;
        }
        return at;
    }

    /**
     * A word as a number of JSON: without a plus sign and underscores, with the digits that were left out before or after the point, and
     * after a cut exponent. Null when it is none: a number with leading zeros is a code, not a quantity.
     */
    static @Nullable String of(String word) {
        if (end(word, 0) == word.length()) {
            return word;
        }
        char first = word.charAt(0);
        if (!Chars.isDigit(first) && first != '-' && first != '+' && first != '.') {
            return null;
        }
        String number = word.replace("_", "");
        number = number.startsWith("+") ? number.substring(1) : number;
        if (number.startsWith(".") || number.startsWith("-.")) {
            number = number.replace(".", "0.");
        }
        if (number.endsWith(".") || number.equals("-")) {
            number += "0";
        } else if (number.endsWith("e") || number.endsWith("E") || number.endsWith("e+") || number.endsWith("e-")) {
            number += "0";
        } else {
            number = number.replace(".e", ".0e").replace(".E", ".0E");
        }
        return !number.isEmpty() && end(number, 0) == number.length() ? number : null;
    }

    private static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && Chars.isDigit(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean is(String text, int at, char c) {
        return at < text.length() && text.charAt(at) == c;
    }
}

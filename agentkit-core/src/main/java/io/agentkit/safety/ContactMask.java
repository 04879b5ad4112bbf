package io.agentkit.safety;

import io.agentkit.text.CanonicalJson;
import java.util.Set;

/**
 * Takes e-mail addresses and phone numbers out of a text, in one pass. It goes by their shape, so a long order number passes for a phone
 * number. JSON stays JSON.
 */
final class ContactMask {

    private static final int LONGEST_LOCAL = 64;
    private static final int LONGEST_DOMAIN = 255;
    private static final int FEWEST_DIGITS = 7;

    /** Without anything that shows them to be a phone number. */
    private static final int FEWEST_PLAIN_DIGITS = 9;

    /** What may stand between two digits. */
    private static final String BETWEEN = " -./()";

    private static final int MOST_BETWEEN = 3;

    private final String text;
    private final boolean emails;
    private final boolean phones;
    private final boolean json;
    private final StringBuilder out;

    /** What is written to {@link #out} already. */
    private int written;

    private boolean inString;

    /** Where the last escape ended, whose letter belongs to no word. */
    private int escapeEnd;

    private ContactMask(String text, Set<Redaction> redactions) {
        this.text = text;
        this.emails = redactions.contains(Redaction.EMAIL);
        this.phones = redactions.contains(Redaction.PHONE);
        this.json = CanonicalJson.of(text) != null;
        this.out = new StringBuilder(text.length());
    }

    /** The text without them; the same object when it has none. */
    static String mask(String text, Set<Redaction> redactions) {
        return redactions.isEmpty() ? text : new ContactMask(text, redactions).masked();
    }

    private String masked() {
        int at = 0;
        while (at < text.length()) {
            char character = text.charAt(at);
            if (json && character == '\\') {
                at += text.startsWith("\\u", at) ? 6 : 2;
                escapeEnd = at;
            } else if (json && character == '"') {
                inString = !inString;
                at++;
            } else if (emails && character == '@') {
                at = email(at);
            } else if (phones && (Character.isDigit(character) || character == '+')) {
                at = phone(at);
            } else {
                at++;
            }
        }
        return written == 0 ? text : out.append(text, written, text.length()).toString();
    }

    private int email(int sign) {
        int start = sign;
        while (start > written && sign - start < LONGEST_LOCAL && isLocal(text.charAt(start - 1))) {
            start--;
        }
        int end = sign + 1;
        int dot = 0;
        while (end < text.length() && end - sign <= LONGEST_DOMAIN && isDomain(text.charAt(end))) {
            dot = text.charAt(end) == '.' ? end : dot;
            end++;
        }
        while (end > sign + 1 && !Character.isLetterOrDigit(text.charAt(end - 1))) {
            end--;
        }
        if (start == sign || dot == 0 || dot >= end - 2) {
            return sign + 1;
        }
        return replace(start, end, "[email]");
    }

    private static boolean isLocal(char character) {
        return Character.isLetterOrDigit(character) || "._%+-'".indexOf(character) >= 0;
    }

    private static boolean isDomain(char character) {
        return Character.isLetterOrDigit(character) || character == '.' || character == '-';
    }

    private int phone(int start) {
        if (json && !inString) {
            return bareNumber(start);
        }
        boolean shaped = text.charAt(start) == '+';
        int digits = 0;
        int last = start + 1;
        for (int at = start; at < text.length() && at - last < MOST_BETWEEN; at++) {
            char character = text.charAt(at);
            if (Character.isDigit(character)) {
                digits++;
                last = at + 1;
            } else if (at > start && BETWEEN.indexOf(character) < 0) {
                break;
            }
        }
        shaped |= last - start > digits;
        boolean few = digits < (shaped ? FEWEST_DIGITS : FEWEST_PLAIN_DIGITS);
        return few || isPartOfAWord(start, last) || isDateOrDecimal(start, last)
                ? last
                : replace(start, last, "[phone]");
    }

    /** A number of JSON, which has to become a text. */
    private int bareNumber(int start) {
        int end = start;
        boolean whole = start == 0 || text.charAt(start - 1) != '-';
        while (end < text.length() && ",]} \t\r\n".indexOf(text.charAt(end)) < 0) {
            whole &= Character.isDigit(text.charAt(end));
            end++;
        }
        return whole && end - start >= FEWEST_PLAIN_DIGITS ? replace(start, end, "\"[phone]\"") : end;
    }

    /** Or of a time, an identifier or an address. */
    private boolean isPartOfAWord(int start, int end) {
        return (start > written && start != escapeEnd && isWord(text.charAt(start - 1)))
                || (end < text.length() && isWord(text.charAt(end)));
    }

    private static boolean isWord(char character) {
        return Character.isLetterOrDigit(character) || character == '_' || character == ':' || character == '@';
    }

    private boolean isDateOrDecimal(int start, int end) {
        String number = text.substring(start, Math.min(end, start + 40));
        return number.matches("\\d{4}-\\d{2}-\\d{2}.*") || number.matches("\\d+\\.\\d+");
    }

    private int replace(int start, int end, String mask) {
        out.append(text, written, start).append(mask);
        written = end;
        return end;
    }
}

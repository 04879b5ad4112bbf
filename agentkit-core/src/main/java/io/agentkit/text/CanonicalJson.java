package io.agentkit.text;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Brings JSON texts that mean the same into one form: members sorted by name, no white space, one way to escape. Numbers stay as they are
 * written, since what they mean depends on who reads them. Of members with the same name the last one counts.
 */
public final class CanonicalJson {

    /** Deeper texts are not read: they would exhaust the stack. */
    private static final int DEEPEST = 200;

    private final String text;
    private int at;

    private CanonicalJson(String text) {
        this.text = text;
    }

    /** The canonical form; null when the text is not JSON or is nested more than 200 levels deep. */
    public static @Nullable String of(String text) {
        CanonicalJson reader = new CanonicalJson(text);
        String value = reader.value(0);
        reader.skipSpace();
        return value == null || reader.at < text.length() ? null : value;
    }

    private @Nullable String value(int depth) {
        skipSpace();
        if (at >= text.length() || depth > DEEPEST) {
            return null;
        }
        return switch (text.charAt(at)) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            default -> scalar();
        };
    }

    private @Nullable String object(int depth) {
        Map<String, String> members = new TreeMap<>();
        at++;
        if (take('}')) {
            return "{}";
        }
        do {
            skipSpace();
            String name = at < text.length() && text.charAt(at) == '"' ? string() : null;
            if (name == null || !take(':')) {
                return null;
            }
            String value = value(depth + 1);
            if (value == null) {
                return null;
            }
            members.put(name, value);
        } while (take(','));
        if (!take('}')) {
            return null;
        }
        StringBuilder out = new StringBuilder("{");
        members.forEach((name, value) -> out.append(out.length() == 1 ? "" : ",")
                .append(name)
                .append(':')
                .append(value));
        return out.append('}').toString();
    }

    private @Nullable String array(int depth) {
        StringBuilder out = new StringBuilder("[");
        at++;
        if (take(']')) {
            return "[]";
        }
        do {
            String value = value(depth + 1);
            if (value == null) {
                return null;
            }
            out.append(out.length() == 1 ? "" : ",").append(value);
        } while (take(','));
        return take(']') ? out.append(']').toString() : null;
    }

    private @Nullable String string() {
        StringBuilder plain = new StringBuilder();
        at++;
        while (at < text.length()) {
            char character = text.charAt(at++);
            if (character == '"') {
                StringBuilder out = new StringBuilder(plain.length() + 2);
                JsonStrings.quote(out, plain.toString());
                return out.toString();
            }
            if (character < 0x20) {
                return null;
            }
            int read = character == '\\' ? escaped() : character;
            if (read < 0) {
                return null;
            }
            plain.append((char) read);
        }
        return null;
    }

    private int escaped() {
        if (at >= text.length()) {
            return -1;
        }
        return switch (text.charAt(at++)) {
            case '"' -> '"';
            case '\\' -> '\\';
            case '/' -> '/';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> hexadecimal();
            default -> -1;
        };
    }

    private int hexadecimal() {
        if (at + 4 > text.length()) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(text.charAt(at++), 16);
            if (digit < 0) {
                return -1;
            }
            value = value * 16 + digit;
        }
        return value;
    }

    private @Nullable String scalar() {
        int start = at;
        while (at < text.length() && isScalar(text.charAt(at))) {
            at++;
        }
        String word = text.substring(start, at);
        boolean known = switch (word) {
            case "true", "false", "null" -> true;
            default -> isNumber(word);
        };
        return known ? word : null;
    }

    private static boolean isScalar(char character) {
        return Character.isLetterOrDigit(character) || character == '-' || character == '+' || character == '.';
    }

    private static boolean isNumber(String word) {
        int i = word.startsWith("-") ? 1 : 0;
        int whole = digits(word, i);
        if (whole == i || (whole > i + 1 && word.charAt(i) == '0')) {
            return false;
        }
        i = whole;
        if (i < word.length() && word.charAt(i) == '.') {
            int fraction = digits(word, i + 1);
            if (fraction == i + 1) {
                return false;
            }
            i = fraction;
        }
        if (i < word.length() && (word.charAt(i) == 'e' || word.charAt(i) == 'E')) {
            int sign = i + 1 < word.length() && (word.charAt(i + 1) == '+' || word.charAt(i + 1) == '-') ? 2 : 1;
            int exponent = digits(word, i + sign);
            if (exponent == i + sign) {
                return false;
            }
            i = exponent;
        }
        return i == word.length();
    }

    private static int digits(String word, int from) {
        int i = from;
        while (i < word.length() && word.charAt(i) >= '0' && word.charAt(i) <= '9') {
            i++;
        }
        return i;
    }

    private boolean take(char wanted) {
        skipSpace();
        if (at < text.length() && text.charAt(at) == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }
}

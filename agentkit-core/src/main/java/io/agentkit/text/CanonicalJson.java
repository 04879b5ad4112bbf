package io.agentkit.text;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Brings JSON texts that mean the same into one form: members sorted by name, no white space, one way to escape. Numbers stay as they are
 * written, since what they mean depends on who reads them. Of members with the same name the last one counts. Can leave members out, or mask
 * what they hold.
 */
public final class CanonicalJson {

    /** Deeper texts are not read: they would exhaust the stack. */
    private static final int DEEPEST = 200;

    private static final String MASKED = '"' + UrlMask.MASK + '"';

    private final String text;

    /** Paths of the members that are replaced, in any case of letters. */
    private final Set<String> paths;

    /** What stands in for them; null to leave them out. */
    private final @Nullable String substitute;

    /** Whether a text is refused in which an object has two members of one name. */
    private boolean namesOnce;

    private int at;

    private CanonicalJson(String text, Set<String> paths, @Nullable String substitute) {
        this.text = text;
        this.paths = paths;
        this.substitute = substitute;
    }

    /** The canonical form; null when the text is not JSON or is nested more than 200 levels deep. */
    public static @Nullable String of(String text) {
        return new CanonicalJson(text, Set.of(), null).whole();
    }

    /**
     * The canonical form without some members, whatever they hold.
     *
     * @param paths of members: {@code a}, or {@code a.b} for a member of one; elements of a list have the path of the list
     * @return null when the text is not JSON or is nested more than 200 levels deep
     */
    public static @Nullable String without(Set<String> paths, String text) {
        return new CanonicalJson(text, Set.copyOf(paths), null).whole();
    }

    /**
     * As {@link #without}, and null also when an object has two members of one name: readers differ in which of them counts.
     */
    public static @Nullable String unambiguous(Set<String> paths, String text) {
        CanonicalJson reader = new CanonicalJson(text, Set.copyOf(paths), null);
        reader.namesOnce = true;
        return reader.whole();
    }

    /**
     * The text with {@code "REDACTED"} in place of what some members hold, whatever it is; their names are found in any case of letters, a
     * name with dots counts as a path, and a text where an object with such a member is expected is replaced as a whole. Of a text that is
     * not JSON nothing is left, since secrets in it cannot be found.
     *
     * @param paths as of {@link #without}; when there are none, the text stays as it is
     * @return valid JSON, in canonical form when there are paths
     */
    public static String masking(Set<String> paths, String text) {
        if (paths.isEmpty()) {
            return text;
        }
        Set<String> anyCase = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        anyCase.addAll(paths);
        String masked = new CanonicalJson(text, anyCase, MASKED).whole();
        return masked == null ? MASKED : masked;
    }

    private @Nullable String whole() {
        String value = value(0, "");
        skipSpace();
        return value == null || at < text.length() ? null : value;
    }

    private @Nullable String value(int depth, String path) {
        skipSpace();
        if (at >= text.length() || depth > DEEPEST) {
            return null;
        }
        return switch (text.charAt(at)) {
            case '{' -> object(depth, path);
            case '[' -> array(depth, path);
            case '"' -> string(path);
            default -> scalar();
        };
    }

    private @Nullable String object(int depth, String path) {
        Map<String, String> members = new TreeMap<>();
        at++;
        if (take('}')) {
            return "{}";
        }
        do {
            skipSpace();
            String plain = at < text.length() && text.charAt(at) == '"' ? string() : null;
            if (plain == null || !take(':')) {
                return null;
            }
            // Not put together where nobody asks for it.
            String member = paths.isEmpty() ? "" : path.isEmpty() ? plain : path + "." + plain;
            String value = value(depth + 1, member);
            if (value == null) {
                return null;
            }
            String name = quoted(plain);
            if (!paths.contains(member)) {
                if (members.put(name, value) != null && namesOnce) {
                    return null;
                }
            } else if (substitute != null) {
                members.put(name, substitute);
            }
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

    private @Nullable String array(int depth, String path) {
        StringBuilder out = new StringBuilder("[");
        at++;
        if (take(']')) {
            return "[]";
        }
        do {
            String value = value(depth + 1, path);
            if (value == null) {
                return null;
            }
            out.append(out.length() == 1 ? "" : ",").append(value);
        } while (take(','));
        return take(']') ? out.append(']').toString() : null;
    }

    private @Nullable String string(String path) {
        String plain = string();
        return plain == null ? null : substitute != null && isAbove(path) ? substitute : quoted(plain);
    }

    /** Whether a text here may be an object that was written into one, as models do, with one of the members in it. */
    private boolean isAbove(String path) {
        for (String each : paths) {
            boolean above = path.isEmpty()
                    || (each.length() > path.length()
                            && each.charAt(path.length()) == '.'
                            && each.regionMatches(true, 0, path, 0, path.length()));
            if (above) {
                return true;
            }
        }
        return false;
    }

    private static String quoted(String plain) {
        StringBuilder out = new StringBuilder(plain.length() + 2);
        JsonStrings.quote(out, plain);
        return out.toString();
    }

    private @Nullable String string() {
        StringBuilder plain = new StringBuilder();
        at++;
        while (at < text.length()) {
            char character = text.charAt(at++);
            if (character == '"') {
                return plain.toString();
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
            char character = text.charAt(at++);
            // Unicode has other digits, which JSON does not take.
            int digit = character < 0x80 ? Character.digit(character, 16) : -1;
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

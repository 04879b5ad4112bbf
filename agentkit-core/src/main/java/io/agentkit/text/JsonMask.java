package io.agentkit.text;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes values out of a JSON text that must not be kept or shown. Values are named by their path: {@code key}, or {@code source.key} for a
 * member of an object; elements of a list have the path of the list.
 */
public final class JsonMask {

    /** What stands in for what was taken out. */
    public static final String MASK = UrlMask.MASK;

    private final String json;
    private final Set<String> paths;
    private final StringBuilder out;

    private JsonMask(String json, Set<String> paths) {
        this.json = json;
        this.paths = paths;
        this.out = new StringBuilder(json.length());
    }

    /**
     * The text in {@link CanonicalJson canonical} form without the values at the paths. A text that is not JSON is given back as it is when
     * there are no paths, and is taken out as a whole when there are: nobody knows where the values are.
     */
    public static String mask(String text, Set<String> paths) {
        @Nullable String canonical = CanonicalJson.of(text);
        if (canonical == null) {
            return paths.isEmpty() ? text : MASK;
        }
        if (paths.isEmpty()) {
            return canonical;
        }
        JsonMask masking = new JsonMask(canonical, paths);
        masking.value(0, "");
        return masking.out.toString();
    }

    /** Writes the value that begins here; gives back where it ends. The text is canonical, so it has neither mistakes nor spaces. */
    private int value(int start, String path) {
        if (paths.contains(path)) {
            out.append('"').append(MASK).append('"');
            return end(start);
        }
        return switch (json.charAt(start)) {
            case '{' -> object(start, path);
            case '[' -> array(start, path);
            default -> copy(start, end(start));
        };
    }

    private int object(int start, String path) {
        int at = copy(start, start + 1);
        while (json.charAt(at) != '}') {
            int name = json.charAt(at) == ',' ? copy(at, at + 1) : at;
            int colon = copy(name, stringEnd(name));
            String member = json.substring(name + 1, colon - 1);
            at = value(copy(colon, colon + 1), path.isEmpty() ? member : path + "." + member);
        }
        return copy(at, at + 1);
    }

    private int array(int start, String path) {
        int at = copy(start, start + 1);
        while (json.charAt(at) != ']') {
            at = value(json.charAt(at) == ',' ? copy(at, at + 1) : at, path);
        }
        return copy(at, at + 1);
    }

    private int copy(int start, int end) {
        out.append(json, start, end);
        return end;
    }

    private int end(int start) {
        char first = json.charAt(start);
        if (first == '"') {
            return stringEnd(start);
        }
        int at = start;
        if (first != '{' && first != '[') {
            while (at < json.length() && ",]}".indexOf(json.charAt(at)) < 0) {
                at++;
            }
            return at;
        }
        int depth = 0;
        do {
            char character = json.charAt(at);
            if (character == '{' || character == '[') {
                depth++;
            } else if (character == '}' || character == ']') {
                depth--;
            }
            at = character == '"' ? stringEnd(at) : at + 1;
        } while (depth > 0);
        return at;
    }

    private int stringEnd(int start) {
        int at = start + 1;
        while (json.charAt(at) != '"') {
            at += json.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }
}

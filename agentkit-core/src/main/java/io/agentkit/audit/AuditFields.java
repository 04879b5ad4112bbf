package io.agentkit.audit;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of an entry's JSON, without a library, so that a trail can be read by itself: texts, numbers as they are written, and one
 * object of texts.
 */
final class AuditFields {

    private final String json;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, String> scope = new LinkedHashMap<>();
    private int at;

    /** @throws IllegalArgumentException when it is not JSON of that kind */
    AuditFields(String json) {
        this.json = json;
        object(values);
        if (at < json.length()) {
            throw malformed();
        }
    }

    /** The object of texts; empty when there is none. */
    Map<String, String> scope() {
        return scope;
    }

    @Nullable
    String find(String name) {
        return values.get(name);
    }

    /** @throws IllegalArgumentException when there is none */
    String get(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("there is no '%s'".formatted(name));
        }
        return value;
    }

    long number(String name) {
        return Long.parseLong(get(name));
    }

    private void object(Map<String, String> into) {
        expect('{');
        char next = ',';
        while (next == ',') {
            String name = string();
            expect(':');
            if (json.charAt(at) == '{' && into == values) {
                object(scope);
            } else {
                into.put(name, json.charAt(at) == '"' ? string() : literal());
            }
            next = next();
        }
        if (next != '}') {
            throw malformed();
        }
    }

    private String literal() {
        int from = at;
        while (at < json.length() && ",}".indexOf(json.charAt(at)) < 0) {
            at++;
        }
        return json.substring(from, at);
    }

    private String string() {
        expect('"');
        int end = at;
        while (end < json.length() && json.charAt(end) != '"' && json.charAt(end) != '\\') {
            end++;
        }
        if (end < json.length() && json.charAt(end) == '"') {
            String plain = json.substring(at, end);
            at = end + 1;
            return plain;
        }
        StringBuilder text = new StringBuilder();
        for (char next = next(); next != '"'; next = next()) {
            text.append(next == '\\' ? escaped() : next);
        }
        return text.toString();
    }

    private char escaped() {
        char next = next();
        return switch (next) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                at += 4;
                if (at > json.length()) {
                    throw malformed();
                }
                yield (char) Integer.parseInt(json, at - 4, at, 16);
            }
            default -> next;
        };
    }

    private void expect(char wanted) {
        if (next() != wanted) {
            throw malformed();
        }
    }

    private char next() {
        if (at >= json.length()) {
            throw malformed();
        }
        return json.charAt(at++);
    }

    private IllegalArgumentException malformed() {
        return new IllegalArgumentException("not an entry at character %d".formatted(at));
    }
}

package io.agentkit.testserver;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns JSON text into maps, lists, strings, {@link BigDecimal}s, booleans and nulls. */
final class JsonReader {

    private static final int MAX_DEPTH = 256;

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    static @Nullable Object read(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value(0);
        reader.blanks();
        if (reader.at < text.length()) {
            throw reader.unexpected();
        }
        return value;
    }

    private @Nullable Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("JSON must be nested at most " + MAX_DEPTH + " deep");
        }
        blanks();
        switch (peek()) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                return string();
            case 't':
                return literal("true", Boolean.TRUE);
            case 'f':
                return literal("false", Boolean.FALSE);
            case 'n':
                return literal("null", null);
            default:
                return number();
        }
    }

    private Map<String, @Nullable Object> object(int depth) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        at++;
        blanks();
        while (peek() != '}') {
            if (!members.isEmpty()) {
                expect(',');
                blanks();
            }
            String name = string();
            blanks();
            expect(':');
            members.put(name, value(depth + 1));
            blanks();
        }
        at++;
        return members;
    }

    private List<@Nullable Object> array(int depth) {
        List<@Nullable Object> elements = new ArrayList<>();
        at++;
        blanks();
        while (peek() != ']') {
            if (!elements.isEmpty()) {
                expect(',');
            }
            elements.add(value(depth + 1));
            blanks();
        }
        at++;
        return elements;
    }

    private String string() {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (peek() != '"') {
            char next = text.charAt(at++);
            string.append(next == '\\' ? escaped() : next);
        }
        at++;
        return string.toString();
    }

    private char escaped() {
        char kind = peek();
        at++;
        switch (kind) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                at += 4;
                if (at > text.length()) {
                    throw unexpected();
                }
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            case '"', '\\', '/':
                return kind;
            default:
                throw unexpected();
        }
    }

    private @Nullable Object literal(String word, @Nullable Boolean value) {
        if (!text.startsWith(word, at)) {
            throw unexpected();
        }
        at += word.length();
        return value;
    }

    private BigDecimal number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        if (start == at) {
            throw unexpected();
        }
        return new BigDecimal(text.substring(start, at));
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw unexpected();
        }
        return text.charAt(at);
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw unexpected();
        }
        at++;
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("not JSON at position " + at);
    }
}

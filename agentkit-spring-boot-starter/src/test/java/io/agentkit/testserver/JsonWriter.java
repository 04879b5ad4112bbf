package io.agentkit.testserver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns maps, lists, strings, numbers, booleans and nulls into JSON text of ASCII characters. */
final class JsonWriter {

    private JsonWriter() {}

    /** An object of alternating names and values, in this order; the value null is written as null. */
    static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return members;
    }

    static List<@Nullable Object> array(@Nullable Object... elements) {
        List<@Nullable Object> list = new ArrayList<>();
        Collections.addAll(list, elements);
        return list;
    }

    static String write(@Nullable Object value) {
        StringBuilder json = new StringBuilder();
        append(value, json);
        return json.toString();
    }

    private static void append(@Nullable Object value, StringBuilder json) {
        if (value instanceof Map<?, ?> map) {
            json.append('{');
            map.forEach((name, member) -> {
                comma(json);
                quote(String.valueOf(name), json);
                append(member, json.append(':'));
            });
            json.append('}');
        } else if (value instanceof List<?> list) {
            json.append('[');
            list.forEach(element -> {
                comma(json);
                append(element, json);
            });
            json.append(']');
        } else if (value instanceof String string) {
            quote(string, json);
        } else {
            json.append(value);
        }
    }

    private static void comma(StringBuilder json) {
        char last = json.charAt(json.length() - 1);
        if (last != '{' && last != '[') {
            json.append(',');
        }
    }

    private static void quote(String string, StringBuilder json) {
        json.append('"');
        for (int i = 0; i < string.length(); i++) {
            char next = string.charAt(i);
            if (next == '"' || next == '\\') {
                json.append('\\').append(next);
            } else if (next < 0x20 || next > 0x7e) {
                // ASCII only, so that a cut in the middle of the bytes never splits a character.
                json.append(String.format(Locale.ROOT, "\\u%04x", (int) next));
            } else {
                json.append(next);
            }
        }
        json.append('"');
    }
}

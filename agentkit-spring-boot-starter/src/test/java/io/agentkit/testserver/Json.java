package io.agentkit.testserver;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Read access to a JSON value by pointer, just enough for assertions on requests; immutable.
 *
 * <p>{@code request.json().at("/messages/0/content").text()}
 */
public final class Json {

    private static final Object MISSING = new Object();

    private final @Nullable Object value;

    private Json(@Nullable Object value) {
        this.value = value;
    }

    /** Reads one JSON value; throws {@link IllegalArgumentException} when the text is not exactly that. */
    public static Json parse(String text) {
        return new Json(JsonReader.read(text));
    }

    /** Follows a pointer such as {@code /tools/0/function/name} (RFC 6901 without escapes); absent when nothing is there. */
    public Json at(String pointer) {
        if (!pointer.isEmpty() && !pointer.startsWith("/")) {
            throw new IllegalArgumentException("'pointer' must be empty or start with / (was " + pointer + ")");
        }
        Json here = this;
        for (String step :
                pointer.isEmpty() ? new String[0] : pointer.substring(1).split("/", -1)) {
            here = here.child(step);
        }
        return here;
    }

    /** Whether the pointer found a value; JSON null is one. */
    public boolean exists() {
        return value != MISSING;
    }

    /** A string as it is, a number, boolean or null as written, an object or array as JSON; fails when absent. */
    public String text() {
        if (!exists()) {
            throw new AssertionError("there is no such JSON value");
        }
        return value instanceof String ? (String) value : JsonWriter.write(value);
    }

    /** The number; fails when the value is none. */
    public BigDecimal number() {
        if (value instanceof BigDecimal number) {
            return number;
        }
        throw new AssertionError("not a JSON number: " + this);
    }

    /** Whether the value is {@code true}; false also when it is absent. */
    public boolean isTrue() {
        return Boolean.TRUE.equals(value);
    }

    /** How many elements or members the value has; 0 for every other value. */
    public int size() {
        if (value instanceof List<?> list) {
            return list.size();
        }
        return value instanceof Map<?, ?> map ? map.size() : 0;
    }

    /** The elements of an array; empty for every other value. */
    public List<Json> elements() {
        return value instanceof List<?> list
                ? list.stream().map(element -> new Json(element)).toList()
                : List.of();
    }

    @Override
    public String toString() {
        return exists() ? JsonWriter.write(value) : "(absent)";
    }

    private Json child(String step) {
        if (value instanceof Map<?, ?> map && map.containsKey(step)) {
            return new Json(map.get(step));
        }
        if (value instanceof List<?> list && step.matches("[0-9]{1,9}") && Integer.parseInt(step) < list.size()) {
            return new Json(list.get(Integer.parseInt(step)));
        }
        return new Json(MISSING);
    }
}

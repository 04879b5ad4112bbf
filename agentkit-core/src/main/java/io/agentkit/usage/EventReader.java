package io.agentkit.usage;

import io.agentkit.usage.UsageProblem.Kind;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.async.ByteArrayFeeder;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON objects from pieces of any size, keeping of each only the fields of {@link KeptFields}: what is held does not grow with what
 * passes. Objects may follow one another or be the elements of one array. Not thread-safe.
 */
final class EventReader {

    /** More fields than the longest answer has of the kept ones. */
    private static final int MOST_KEPT = 4_096;

    /** Where a count is one, but not one that can be used. */
    record Unusable(Kind kind) {}

    private static final long MOST_TOKENS = 1_000_000_000_000L;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(500).build())
            .build();

    private final Consumer<Map<String, Object>> events;
    private final JsonParser parser;
    private final ByteArrayFeeder feeder;
    private final StringLimit strings = new StringLimit();
    private final Deque<Object> open = new ArrayDeque<>();

    private int skipped;
    private boolean inArray;
    private int kept;
    private @Nullable String name;
    private @Nullable Kind broken;
    private int roots;

    /** @param events told of each object that is complete; values are longs, strings, booleans, maps, lists and {@link Unusable} */
    EventReader(Consumer<Map<String, Object>> events) {
        this.events = events;
        parser = FACTORY.createNonBlockingByteArrayParser(ObjectReadContext.empty());
        feeder = (ByteArrayFeeder) parser.nonBlockingInputFeeder();
    }

    /** Reads the piece, whose bytes it may change. */
    void read(byte[] piece, int from, int to) {
        int length = strings.shorten(piece, from, to);
        if (broken != null || length == 0) {
            return;
        }
        try {
            feeder.feedInput(piece, from, from + length);
            drain();
        } catch (StreamConstraintsException tooLarge) {
            broken = Kind.TOO_LARGE;
        } catch (JacksonException invalid) {
            broken = Kind.NOT_JSON;
        }
    }

    /** Ends the text. Returns what is wrong with it; null when it consists of whole objects. */
    @Nullable
    Kind end() {
        if (broken == null) {
            try {
                feeder.endOfInput();
                drain();
            } catch (JacksonException cut) {
                broken = Kind.TRUNCATED;
            }
        }
        parser.close();
        if (broken == null && (!open.isEmpty() || skipped > 0 || inArray)) {
            broken = Kind.TRUNCATED;
        }
        return broken;
    }

    int roots() {
        return roots;
    }

    private void drain() {
        for (JsonToken token = parser.nextToken();
                token != null && token != JsonToken.NOT_AVAILABLE && broken == null;
                token = parser.nextToken()) {
            accept(token);
        }
    }

    private void accept(JsonToken token) {
        if (skipped > 0) {
            skipped += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            return;
        }
        switch (token) {
            case PROPERTY_NAME -> {
                String field = parser.currentName();
                name = KeptFields.contains(field) ? field : null;
            }
            case START_OBJECT -> begin(new HashMap<String, Object>());
            case START_ARRAY -> begin(new ArrayList<Object>());
            case END_OBJECT, END_ARRAY -> close();
            case VALUE_NULL -> name = null;
            default -> {
                if (name != null || open.peek() instanceof List) {
                    put(value(token));
                }
            }
        }
    }

    private void begin(Object container) {
        if (open.isEmpty()) {
            if (container instanceof List) {
                if (inArray) {
                    skipped = 1;
                }
                inArray = true;
            } else {
                open.push(container);
            }
        } else if (put(container)) {
            open.push(container);
        } else {
            skipped = 1;
        }
    }

    private void close() {
        if (open.isEmpty()) {
            inArray = false;
            return;
        }
        Object closed = open.pop();
        if (open.isEmpty()) {
            roots++;
            kept = 0;
            events.accept(fields(closed));
        }
    }

    /** Whether the value is one that is kept. */
    private boolean put(Object value) {
        String field = name;
        name = null;
        Object parent = open.peek();
        if (parent == null) {
            return false;
        }
        if (parent instanceof List) {
            list(parent).add(value);
        } else if (field != null) {
            fields(parent).put(field, value);
        } else {
            return false;
        }
        if (++kept > MOST_KEPT) {
            broken = Kind.TOO_LARGE;
        }
        return true;
    }

    private Object value(JsonToken token) {
        return switch (token) {
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
            default -> parser.getStringLength() >= StringLimit.LONGEST ? "" : parser.getString();
        };
    }

    private Object number() {
        BigDecimal number = parser.getDecimalValue();
        if (number.signum() < 0) {
            return new Unusable(Kind.NEGATIVE);
        }
        // Before anything that would write the number out: 1e999999999 is short.
        if ((long) number.precision() - number.scale() > 13) {
            return new Unusable(Kind.OUT_OF_RANGE);
        }
        if (number.stripTrailingZeros().scale() > 0) {
            return new Unusable(Kind.NOT_WHOLE);
        }
        long count = number.longValueExact();
        return count > MOST_TOKENS ? new Unusable(Kind.OUT_OF_RANGE) : count;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> fields(Object object) {
        return (Map<String, Object>) object;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object array) {
        return (List<Object>) array;
    }
}

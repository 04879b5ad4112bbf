package io.agentkit.egress;

import io.agentkit.egress.EgressDecision.Refused;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Walks through the arguments of a call, and through JSON that stands in their texts: frameworks read an object from the text of one. Arguments
 * in which two parsers would read two values (a member twice, something after the end) are refused; of texts in them each value is judged.
 */
final class Arguments {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** Takes a member twice, since both are judged. */
    private static final JsonFactory INNER_FACTORY = new JsonFactory();

    /** What refuses that which cannot be judged. */
    static final Refused UNREADABLE =
            EgressDecision.refused(EgressRule.ARGUMENTS, "its arguments are no JSON that everybody reads alike");

    /** Paths are not followed further, so that deep arguments with long names take no longer than they are long. */
    private static final int LONGEST_PATH = 1_000;

    /** What a walk comes by. */
    enum Kind {
        TEXT,
        NULL,
        /** The beginning of an object. */
        OBJECT,
        /** A number or a truth value. */
        OTHER,
        /** The name of a member, at the path of its object. */
        NAME,
        /** A text that begins as an object, a list or a text in JSON, and is none to its end. */
        BROKEN
    }

    /** Gives the refusal of what stands at a path, or null for none. */
    @FunctionalInterface
    interface Judge {

        /** @param text what a text or a name says, else empty */
        @Nullable
        Refused judge(String path, Kind kind, String text);
    }

    /** The first refusal, and where. */
    record Finding(String path, Refused refusal) {}

    private final Deque<String> open = new ArrayDeque<>();
    private final Judge judge;
    private String path = "";

    private Arguments(Judge judge, String path) {
        this.judge = judge;
        this.path = path;
    }

    static @Nullable Finding firstRefused(String json, Judge judge) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            return new Arguments(judge, "").walk(parser);
        } catch (JacksonException unreadable) {
            return new Finding("", UNREADABLE);
        }
    }

    /** Each level of texts in texts doubles the backslashes, so there are only a few. */
    private static @Nullable Finding firstRefusedIn(String text, Judge judge, String path) {
        String json = text.strip();
        if (json.isEmpty() || "{[\"".indexOf(json.charAt(0)) < 0) {
            return null;
        }
        try (JsonParser parser = INNER_FACTORY.createParser(ObjectReadContext.empty(), json)) {
            Arguments inner = new Arguments(judge, path);
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                Finding found = inner.finding(token, parser);
                if (found != null) {
                    return found;
                }
            }
            return null;
        } catch (JacksonException unreadable) {
            Refused refused = judge.judge(path, Kind.BROKEN, "");
            return refused == null ? null : new Finding(path, refused);
        }
    }

    private @Nullable Finding walk(JsonParser parser) {
        boolean over = false;
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (over) {
                return new Finding("", UNREADABLE);
            }
            Finding found = finding(token, parser);
            if (found != null) {
                return found;
            }
            over = open.isEmpty();
        }
        return over ? null : new Finding("", UNREADABLE);
    }

    private @Nullable Finding finding(JsonToken token, JsonParser parser) {
        Refused refused = refusal(token, parser);
        if (refused != null) {
            return new Finding(path, refused);
        }
        return token == JsonToken.VALUE_STRING ? firstRefusedIn(parser.getString(), judge, path) : null;
    }

    private @Nullable Refused refusal(JsonToken token, JsonParser parser) {
        switch (token) {
            case START_OBJECT, START_ARRAY -> {
                open.push(path);
                return token == JsonToken.START_OBJECT ? judge.judge(path, Kind.OBJECT, "") : null;
            }
            case END_OBJECT, END_ARRAY -> {
                path = open.pop();
                return null;
            }
            case PROPERTY_NAME -> {
                String name = parser.currentName();
                String parent = Objects.requireNonNull(open.peek());
                path = parent;
                Refused refused = judge.judge(parent, Kind.NAME, name);
                if (refused == null && parent.length() <= LONGEST_PATH) {
                    path = parent.isEmpty() ? name : parent + "." + name;
                }
                return refused;
            }
            case VALUE_STRING -> {
                return judge.judge(path, Kind.TEXT, parser.getString());
            }
            default -> {
                return judge.judge(path, token == JsonToken.VALUE_NULL ? Kind.NULL : Kind.OTHER, "");
            }
        }
    }
}

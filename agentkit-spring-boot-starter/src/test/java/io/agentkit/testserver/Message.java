package io.agentkit.testserver;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An assistant's message.
 *
 * @param parts in the order in which they are sent
 * @param model the model named in the answer; null repeats the request's
 * @param finish the finish reason; null is what fits the parts
 * @param tokens the usage to report; null reports none
 * @param rawUsage the usage object as JSON, instead of {@code tokens}
 * @param terminated whether a stream ends with {@code [DONE]} or {@code message_stop}
 */
record Message(
        List<Part> parts,
        @Nullable String model,
        @Nullable String finish,
        @Nullable Tokens tokens,
        @Nullable String rawUsage,
        boolean terminated)
        implements Body {

    static final Message EMPTY = new Message(List.of(), null, null, Tokens.USUAL, null, true);

    Message endingWith(Part part) {
        List<Part> more = new ArrayList<>(parts);
        more.add(part);
        return parts(more);
    }

    Message startingWith(Part part) {
        List<Part> more = new ArrayList<>(parts);
        more.add(0, part);
        return parts(more);
    }

    Message model(String other) {
        return new Message(parts, other, finish, tokens, rawUsage, terminated);
    }

    Message finish(String other) {
        return new Message(parts, model, other, tokens, rawUsage, terminated);
    }

    Message usage(@Nullable Tokens counts, @Nullable String json) {
        return new Message(parts, model, finish, counts, json, terminated);
    }

    Message unterminated() {
        return new Message(parts, model, finish, tokens, rawUsage, false);
    }

    String modelOr(RecordedRequest request) {
        Json asked = request.json().at("/model");
        return model != null ? model : asked.exists() ? asked.text() : "test-model";
    }

    List<Part> all(Part.Kind kind) {
        return parts.stream().filter(part -> part.kind() == kind).toList();
    }

    private Message parts(List<Part> others) {
        return new Message(List.copyOf(others), model, finish, tokens, rawUsage, terminated);
    }
}

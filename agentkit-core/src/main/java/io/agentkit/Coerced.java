package io.agentkit;

import io.agentkit.chat.ChatReply;
import java.util.Objects;

/**
 * An answer as a value.
 *
 * @param value what the answer says
 * @param reply the answer, whose text is the value's JSON
 * @param <T> the type of the value
 */
public record Coerced<T>(T value, ChatReply reply) {

    public Coerced {
        Objects.requireNonNull(value, "'value' must not be null");
        Objects.requireNonNull(reply, "'reply' must not be null");
    }

    /** Its value may hold anything, and is left out. */
    @Override
    public String toString() {
        return "Coerced[%s, %s]".formatted(value.getClass().getName(), reply);
    }
}

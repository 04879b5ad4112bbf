package io.agentkit.usage;

import java.util.Objects;

/**
 * A part of a provider's answer that is not as it has to be. Never holds anything the provider wrote.
 *
 * @param kind what is wrong
 * @param field where: the name of the field, or nothing for the whole body or event
 */
public record UsageProblem(Kind kind, String field) {

    /** What can be wrong. */
    public enum Kind {
        /** A body or an event is no JSON. Nothing of it was read. */
        NOT_JSON,
        /** The body, or the last event, ends in the middle. Nothing of it was read. */
        TRUNCATED,
        /** Nested deeper than 500 levels, or more of what is kept than any answer has. Nothing of the body or event was read. */
        TOO_LARGE,
        /** A number was expected and something else is there; a number in quotes is something else. There is no usage. */
        NOT_A_NUMBER,
        /** A count with a fraction. There is no usage. */
        NOT_WHOLE,
        /** A count below 0. There is no usage. */
        NEGATIVE,
        /** A count of more than 10^12 tokens. There is no usage. */
        OUT_OF_RANGE,
        /** A part is larger than what it is a part of. The usage counts the parts and is marked as estimated. */
        CONTRADICTION
    }

    public UsageProblem {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(field, "field");
    }

    static UsageProblem of(Kind kind) {
        return new UsageProblem(kind, "");
    }
}

package io.agentkit.coerce;

import java.util.Objects;

/**
 * One thing that is wrong with an answer. Immutable.
 *
 * @param path where, as a JSON pointer; empty for the whole
 * @param rule which rule it breaks: a keyword of JSON schema such as {@code required}, or the name of a constraint
 * @param hint what the rule wants, for the model that is asked again; it may quote the answer, so it is kept out of {@link #toString}
 */
public record OutputProblem(String path, String rule, String hint) {

    /** The rule that is broken where there is no JSON at all. */
    static final String NO_JSON = "json";

    public OutputProblem {
        Objects.requireNonNull(path, "'path' must not be null");
        Objects.requireNonNull(rule, "'rule' must not be null");
        Objects.requireNonNull(hint, "'hint' must not be null");
    }

    /** Path and rule. */
    @Override
    public String toString() {
        return path.isEmpty() ? rule : path + " " + rule;
    }
}

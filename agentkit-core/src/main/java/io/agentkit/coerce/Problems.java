package io.agentkit.coerce;

import tools.jackson.core.JacksonException;

/** Problems that no schema tells. */
final class Problems {

    private Problems() {}

    static OutputProblem noJson() {
        return new OutputProblem("", OutputProblem.NO_JSON, "there must be JSON");
    }

    /** A number or a text that the schema's rules would take for ever with. */
    static OutputProblem uncheckable() {
        return new OutputProblem("", "limit", "it has a number or a text too large to be checked");
    }

    static OutputProblem truncated() {
        return new OutputProblem("", "truncated", "it was cut at the token limit");
    }

    static OutputProblem refusal() {
        return new OutputProblem("", "refusal", "it was refused");
    }

    /** A value that the schema allows and the type does not, such as a day that is not in the calendar. */
    static OutputProblem of(JacksonException wrong) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : wrong.getPath()) {
            path.append('/').append(step.getPropertyName() == null ? step.getIndex() : escaped(step.getPropertyName()));
        }
        return new OutputProblem(path.toString(), "type", "the value cannot be read as what it is to be");
    }

    static String escaped(Object name) {
        return name.toString().replace("~", "~0").replace("/", "~1");
    }
}

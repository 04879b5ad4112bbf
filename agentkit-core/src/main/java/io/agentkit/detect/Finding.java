package io.agentkit.detect;

import java.util.Objects;

/**
 * What a rule found in a text: which rule and where, never the text. Immutable.
 *
 * @param rule stable name of the rule, such as {@code override-previous}
 * @param category what it is after
 * @param severity how sure the rule is
 * @param offset where it begins in the text as it was given, in {@code char}s; of a decoded text, where its encoding begins
 * @param encoding what had to be undone to read it, outermost first, such as {@code base64}; empty for none
 */
public record Finding(String rule, Category category, Severity severity, int offset, String encoding) {

    public Finding {
        Objects.requireNonNull(rule, "'rule' must not be null");
    }

    /** The same, found inside an encoded stretch of another text. */
    Finding inside(String outer, int at) {
        return new Finding(rule, category, severity, at, encoding.isEmpty() ? outer : outer + ">" + encoding);
    }

    /** Such as {@code override-previous (instruction-override, high) at 12}. */
    @Override
    public String toString() {
        String how = encoding.isEmpty() ? "" : " in " + encoding;
        return "%s (%s, %s) at %d%s".formatted(rule, category.text(), severity, offset, how);
    }
}

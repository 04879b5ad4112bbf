package io.agentkit.coerce;

import java.util.List;
import java.util.Objects;

/**
 * Repairs damaged JSON. Takes time and space in proportion to the text, whatever it holds, and never throws for what a text is like.
 * Valid JSON comes back as it is, so repairing twice is repairing once. Immutable and thread-safe.
 *
 * @param scope what the text is
 * @param missing what stands where a value is missing, such as in {@code {"a": }}
 */
public record JsonRepair(Scope scope, Missing missing) {

    /** How deeply arrays and objects may be nested, which is also the limit of the reader of trees that we use. */
    public static final int MAX_DEPTH = 500;

    /** What is expected of a text. */
    public enum Scope {
        /**
         * All of the text is one document: plain text is a string, and what cannot belong to the document is a failure. Wrong escapes lose
         * their backslash, properties without a value are kept.
         */
        DOCUMENT,
        /**
         * The text is a model's answer, in which objects and arrays stand: what surrounds them is left out, thoughts too. Wrong escapes keep
         * their backslash, properties without a value or a colon are left out.
         */
        REPLY,
        /**
         * The text is the beginning of a model's answer, the rest of which is to come. As {@link #REPLY}, but quotes
         * are taken as they stand, and words and numbers that are cut at its end are null: nobody knows yet what they will be.
         */
        BEGINNING
    }

    /** What stands for a value that is not there. */
    public enum Missing {
        NULL,
        EMPTY_STRING,
        /** The property is left out. */
        NOTHING
    }

    public JsonRepair {
        Objects.requireNonNull(scope, "'scope' must not be null");
        Objects.requireNonNull(missing, "'missing' must not be null");
    }

    /** For a text that is one document. A missing value is null. */
    public static JsonRepair document() {
        return new JsonRepair(Scope.DOCUMENT, Missing.NULL);
    }

    /** For a model's answer. A missing value is null. */
    public static JsonRepair reply() {
        return new JsonRepair(Scope.REPLY, Missing.NULL);
    }

    /** For the beginning of a model's answer. A property without a value is left out. */
    public static JsonRepair beginning() {
        return new JsonRepair(Scope.BEGINNING, Missing.NOTHING);
    }

    public JsonRepair withMissing(Missing changed) {
        return new JsonRepair(scope, changed);
    }

    /**
     * The text as one JSON value. Of several values in a reply, an array of them is made; of several arrays, the last one counts, and empty
     * values beside others do not.
     */
    public RepairedJson repair(String text) {
        Objects.requireNonNull(text, "'text' must not be null");
        if (StrictJson.isValid(text)) {
            return new RepairedJson.Sound(text);
        }
        try {
            return new RepairedJson.Repaired(
                    scope == Scope.DOCUMENT
                            ? new DamagedDocument(text, this).read()
                            : FoundValues.together(new FoundValues(text, this).read()));
        } catch (NotRepairable failure) {
            return failure.outcome();
        }
    }

    /**
     * Every object and array in a model's answer, in the order of the text, each as valid JSON; a text that is valid JSON altogether is the
     * only one. Empty when there is none.
     *
     * @throws IllegalStateException when this is for documents
     */
    public List<String> find(String text) {
        Objects.requireNonNull(text, "'text' must not be null");
        if (scope == Scope.DOCUMENT) {
            throw new IllegalStateException(
                    "A document is repaired as a whole; use JsonRepair.reply() to look for values");
        }
        if (StrictJson.isValid(text)) {
            return List.of(text);
        }
        try {
            return new FoundValues(text, this).read();
        } catch (NotRepairable failure) {
            return List.of();
        }
    }
}

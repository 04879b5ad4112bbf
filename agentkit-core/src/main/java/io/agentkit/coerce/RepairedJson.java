package io.agentkit.coerce;

/** What became of a text that was to be JSON. Immutable. */
public sealed interface RepairedJson {

    /**
     * The text was valid JSON.
     *
     * @param json the text itself
     */
    record Sound(String json) implements RepairedJson {}

    /**
     * The text was repaired.
     *
     * @param json valid JSON
     */
    record Repaired(String json) implements RepairedJson {}

    /**
     * The text cannot be repaired.
     *
     * @param reason why
     * @param offset where, in characters from the start; 0 when it is about the whole
     */
    record Failed(Reason reason, int offset) implements RepairedJson {}

    /** Why a text cannot be repaired. */
    enum Reason {
        /** There is no JSON in it. */
        NOTHING_FOUND,
        /** Something stands where it cannot belong to a document. */
        UNEXPECTED_TEXT,
        /** A string has a character or an escape that stands for nothing. */
        INVALID_CHARACTER,
        /** It is nested more than {@value JsonRepair#MAX_DEPTH} levels. */
        TOO_DEEP
    }
}

package io.agentkit;

/**
 * Changes the text of an answer piece by piece, for example to put back what was masked in the prompt. Thread-safe; a session is not.
 */
@FunctionalInterface
public interface DeltaTransform {

    /** Starts with a new answer. */
    Session begin();

    /** The transformation of one answer. */
    @FunctionalInterface
    interface Session {

        /** What is to be shown for the next piece; it may hold text back until it has seen more. */
        String text(String piece);

        /** What was held back, at the end of the answer. */
        default String end() {
            return "";
        }
    }
}

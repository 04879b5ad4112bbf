package io.agentkit;

/**
 * What a request that counts was good for: an answer, or one of the ways in which money is wasted. Known once its call is over.
 */
public enum Use {
    /** Its reply is what the caller got, changed perhaps. */
    ANSWER,
    /** The caller got an answer, and not this request's: it failed and was tried again, was repaired, or its stream started anew. */
    RETRIES,
    /** It lost a race, or was still under way when its call was answered. */
    HEDGES,
    /** The caller went away, or its deadline passed. */
    ABANDONED,
    /** The caller got an error. */
    FAILED;

    /** What becomes of requests whose reply is not the answer, for all but those that lost a race. */
    static Use withoutAnswer(boolean answered, boolean cancelled) {
        if (answered) {
            return RETRIES;
        }
        return cancelled ? ABANDONED : FAILED;
    }
}

package io.agentkit.resilience;

/**
 * What a time limit is about.
 */
public enum TimeLimit {
    /** The whole of what stands inside, waits and repeated requests included. */
    TOTAL("total"),
    /** From a request's way out to the first part of its streamed answer. */
    FIRST_TOKEN("first-token"),
    /** Between two parts of a streamed answer, while the consumer waits for the next. */
    IDLE("idle"),
    /** One attempt of {@code retry}, from its first request's way out. */
    ATTEMPT("attempt-timeout");

    private final String setting;

    TimeLimit(String setting) {
        this.setting = setting;
    }

    /** The setting's name, such as {@code first-token}. */
    public String setting() {
        return setting;
    }
}

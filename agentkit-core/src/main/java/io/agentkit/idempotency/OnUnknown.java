package io.agentkit.idempotency;

/** What to do when a call is made again and nobody knows whether the tool has acted the first time. */
public enum OnUnknown {
    /** The call fails and says what to do. */
    REFUSE,
    /** The application's {@link OutcomeDecider} is asked. */
    ASK,
    /** The tool is called again. */
    RUN
}

package io.agentkit.idempotency;

/** What to do when the store cannot say whether a call was made. */
public enum WhenStoreFails {
    /** The tool is not called. */
    REFUSE,
    /** The tool is called, perhaps a second time; a warning is logged. */
    RUN
}

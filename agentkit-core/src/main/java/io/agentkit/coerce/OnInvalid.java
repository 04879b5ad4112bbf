package io.agentkit.coerce;

/** What becomes of an answer that is not valid after all. */
public enum OnInvalid {
    /** The call fails. */
    FAIL,
    /** The answer goes out as the model gave it. */
    PASS
}

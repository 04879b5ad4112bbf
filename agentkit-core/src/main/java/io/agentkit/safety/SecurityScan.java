package io.agentkit.safety;

/** Which messages of a conversation are looked at. */
public enum SecurityScan {
    /** What the user said since the last answer, and all results of tools. */
    LATEST,
    /** All messages, the system's and the model's own among them. */
    ALL
}

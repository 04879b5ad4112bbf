package io.agentkit.detect;

/** How sure a rule is that what it finds means harm. */
public enum Severity {
    /** Worth knowing: seen in ordinary texts, too. */
    LOW,
    /** Rare in ordinary texts. */
    MEDIUM,
    /** Has no place in ordinary texts. */
    HIGH
}

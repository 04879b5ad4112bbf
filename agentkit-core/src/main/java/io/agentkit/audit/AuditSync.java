package io.agentkit.audit;

/** When what an audit file was given has to be on the disk. What was written outlives the process in any case. */
public enum AuditSync {
    /** Before a tool acts on the world, and before its result is used; the rest with the next batch, some milliseconds later. */
    ALWAYS,
    /** After an interval: what came last may be lost when the machine stops. */
    INTERVAL,
    /** When the operating system thinks so. */
    NEVER
}

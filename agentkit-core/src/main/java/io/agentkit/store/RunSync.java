package io.agentkit.store;

/** When what a file ledger has written has to be on the disk. What a process wrote outlives it in any case. */
public enum RunSync {
    /** Before the request goes on: nothing is lost when the machine stops. */
    ALWAYS,
    /** At most once a second: what came last may be lost when the machine stops. */
    SECOND,
    /** When the operating system thinks so. */
    NEVER
}

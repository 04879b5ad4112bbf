package io.agentkit.time;

/**
 * Where identifiers of calls and runs come from. Thread-safe.
 */
@FunctionalInterface
public interface Ids {

    /** A new identifier, unlike any other: letters and digits, at most 40 characters. */
    String next();

    /**
     * Identifiers made of a random part for the process (64 bits, drawn once) and a counter: unique over processes, cheap, and sortable
     * within one process.
     */
    static Ids process() {
        return ProcessIds.INSTANCE;
    }

    /** Identifiers of 128 random bits: for what nobody may find by counting on from one that was seen. */
    static Ids unguessable() {
        return UnguessableIds.INSTANCE;
    }
}

package io.agentkit.safety;

/** Whether what a tool gives back is marked as data that nobody vouches for. */
public enum Wrapping {
    /** Whenever a model reads it. */
    ALWAYS,
    /** Never. */
    NEVER
}

package io.agentkit.safety;

/** What becomes of a text that holds what looks like an attack, the mildest first. */
public enum SecurityAction {
    /** It stays as it is; an event tells of it. */
    FLAG,
    /** Characters that people do not see are taken out; an event tells of it. */
    STRIP,
    /** It reaches the model marked as data that is not to be followed; an event tells of it. */
    WRAP,
    /** The call is refused; an event tells of it before. */
    BLOCK
}

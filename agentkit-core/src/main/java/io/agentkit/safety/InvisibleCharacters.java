package io.agentkit.safety;

/** What becomes of characters that people do not see. */
public enum InvisibleCharacters {
    /** They stay. */
    KEEP,
    /** They are taken out, also joiners that some scripts and emoji need. */
    STRIP
}

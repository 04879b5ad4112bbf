package io.agentkit.egress;

/**
 * A range of addresses that are not public, or whose meaning is known.
 *
 * @param kind what follows from it
 * @param block in CIDR notation
 * @param name what the registry calls it
 * @param source the RFC, or the documentation of the cloud
 */
record Range(Kind kind, String block, String name, String source) {

    enum Kind {
        /** Public after all, in a block that is not. */
        PUBLIC,
        /** A private network or the machine itself: open to applications that say so. */
        PRIVATE,
        /** No public host has it: never reached. */
        SPECIAL,
        /** The metadata service of a cloud: never reached. */
        METADATA
    }

    String text() {
        return "%s, %s (%s)".formatted(block, name, source);
    }
}

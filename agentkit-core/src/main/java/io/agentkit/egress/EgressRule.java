package io.agentkit.egress;

import java.util.Locale;

/**
 * Why something may not be reached.
 */
public enum EgressRule {
    /** It cannot be read as an absolute URL, or as the host of one. */
    MALFORMED,
    /** Two parsers may read two hosts in it. */
    AMBIGUOUS,
    /** Its scheme is not one of those allowed. */
    SCHEME,
    /** It holds user information. */
    USER_INFO,
    /** Its port is not one of those allowed. */
    PORT,
    /** It leads to the metadata service of a cloud. */
    METADATA,
    /** It leads into a private network or the machine itself. */
    PRIVATE,
    /** It leads to an address that no public host has. */
    SPECIAL_PURPOSE,
    /** The application refuses it by name. */
    DENIED,
    /** It is not among what the application allows. */
    NOT_ALLOWED,
    /** The arguments that should hold it cannot be read, or hold something else in its place. */
    ARGUMENTS;

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** The rule in words, such as {@code user-info}: stable, and safe for logs and labels. */
    public String text() {
        return text;
    }
}

package io.agentkit.text;

/**
 * Knows the objects of a framework and what of them counts. Thread-safe.
 */
@FunctionalInterface
public interface ForeignParts {

    /** Knows none. */
    ForeignParts NONE = (part, out) -> false;

    /**
     * Writes all of the object that can change what comes of it.
     *
     * @return false when the object is not known, or something in it; what was written then is of no use
     */
    boolean write(Object part, CanonicalWriter out);
}

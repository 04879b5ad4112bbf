package io.agentkit.cache;

/**
 * What a cache keeps of an answer. Immutable. A store in memory keeps the object and gives back the same; one that writes keeps its bytes, and
 * gives back an entry of these.
 */
public interface CacheEntry {

    /**
     * The whole of it: with the number of the format, so that a later version can tell, and compressed.
     *
     * @throws IllegalStateException when it holds something that only this process can keep
     */
    byte[] encoded();

    /** How much memory it takes, reckoned. */
    long bytes();

    /** An entry that a store wrote and has read again. */
    static CacheEntry of(byte[] encoded) {
        return new EncodedEntry(encoded);
    }
}

package io.agentkit.cache;

/**
 * What a cache keeps of an answer. Immutable. A store in memory keeps the object and gives back the same; one that writes keeps its text, and
 * gives back an entry of that text.
 */
public interface CacheEntry {

    /** The whole of it. */
    String text();

    /** How much memory it takes, reckoned. */
    long bytes();

    /** An entry that is its text. */
    static CacheEntry of(String text) {
        return new TextEntry(text);
    }
}

package io.agentkit.cache.semantic;

/**
 * Turns a text into a vector, so that texts of like meaning have like vectors. Thread-safe. What it throws is counted and told of, and calls go
 * on without it.
 */
@FunctionalInterface
public interface Embedder {

    /** The vector: of any length, of always the same number of components, not all of them zero. */
    float[] embed(String text);
}

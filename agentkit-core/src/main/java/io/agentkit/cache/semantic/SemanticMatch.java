package io.agentkit.cache.semantic;

/**
 * A question that was found.
 *
 * @param entry the question with its answer
 * @param similarity the cosine of both vectors, at most 1
 */
public record SemanticMatch(SemanticEntry entry, double similarity) {}

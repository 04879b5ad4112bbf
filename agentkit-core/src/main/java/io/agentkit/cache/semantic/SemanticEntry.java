package io.agentkit.cache.semantic;

import io.agentkit.cache.CacheEntry;

/**
 * A question with its answer. Immutable.
 *
 * @param id unique in its partition; the same for the same question
 * @param text the question
 * @param answer what was answered; empty where it is kept elsewhere
 */
public record SemanticEntry(String id, String text, CacheEntry answer) {

    /** Its id: texts are nobody's business. */
    @Override
    public String toString() {
        return "SemanticEntry[%s]".formatted(id);
    }
}

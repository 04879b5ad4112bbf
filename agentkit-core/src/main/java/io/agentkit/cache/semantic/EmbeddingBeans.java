package io.agentkit.cache.semantic;

import org.jspecify.annotations.Nullable;

/**
 * Finds what a framework has for embedding texts and for keeping vectors. Nothing is made before it is used.
 */
public interface EmbeddingBeans {

    /**
     * What embeds texts.
     *
     * @param name of a bean of the framework; null for the only one
     * @return null when there is none, or more than one and no name
     */
    @Nullable
    Embedder embedder(@Nullable String name);

    /** The framework's vector store of that name as an index; null when there is none. */
    @Nullable
    SemanticIndex index(String name);
}

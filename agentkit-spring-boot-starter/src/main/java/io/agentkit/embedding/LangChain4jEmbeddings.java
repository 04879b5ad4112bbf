package io.agentkit.embedding;

import dev.langchain4j.model.embedding.EmbeddingModel;
import io.agentkit.cache.semantic.Embedder;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;

/** Embedding models of LangChain4j. */
final class LangChain4jEmbeddings {

    private LangChain4jEmbeddings() {}

    static @Nullable Embedder find(ListableBeanFactory beans, @Nullable String name) {
        LazyBean<EmbeddingModel> model = LazyBean.find(beans, name, EmbeddingModel.class);
        return model == null ? null : text -> model.get().embed(text).content().vector();
    }
}

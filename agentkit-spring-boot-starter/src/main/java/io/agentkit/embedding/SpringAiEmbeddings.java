package io.agentkit.embedding;

import io.agentkit.cache.semantic.Embedder;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.beans.factory.ListableBeanFactory;

/** Embedding models of Spring AI. */
final class SpringAiEmbeddings {

    private SpringAiEmbeddings() {}

    static @Nullable Embedder find(ListableBeanFactory beans, @Nullable String name) {
        LazyBean<EmbeddingModel> model = LazyBean.find(beans, name, EmbeddingModel.class);
        return model == null ? null : text -> model.get().embed(text);
    }
}

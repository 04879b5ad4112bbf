package io.agentkit.embedding;

import io.agentkit.cache.semantic.Embedder;
import io.agentkit.cache.semantic.EmbeddingBeans;
import io.agentkit.cache.semantic.SemanticIndex;
import io.agentkit.time.Time;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Beans of whichever framework is there; where both have one and none is named, Spring AI's. Thread-safe. */
final class ApplicationEmbeddings implements EmbeddingBeans {

    private static final boolean SPRING_AI = isPresent("org.springframework.ai.embedding.EmbeddingModel");
    private static final boolean VECTOR_STORE = isPresent("org.springframework.ai.vectorstore.VectorStore");
    private static final boolean LANGCHAIN4J = isPresent("dev.langchain4j.model.embedding.EmbeddingModel");

    private final ListableBeanFactory beans;
    private final Time time;

    ApplicationEmbeddings(ListableBeanFactory beans, Time time) {
        this.beans = beans;
        this.time = time;
    }

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, ApplicationEmbeddings.class.getClassLoader());
    }

    @Override
    public @Nullable Embedder embedder(@Nullable String name) {
        Embedder found = SPRING_AI ? SpringAiEmbeddings.find(beans, name) : null;
        return found == null && LANGCHAIN4J ? LangChain4jEmbeddings.find(beans, name) : found;
    }

    @Override
    public @Nullable SemanticIndex index(String name) {
        return VECTOR_STORE ? VectorStoreIndex.find(beans, name, time) : null;
    }
}

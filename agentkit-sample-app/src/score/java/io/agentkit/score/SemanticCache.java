package io.agentkit.score;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.Handler;
import io.agentkit.cache.semantic.Embedder;
import io.agentkit.cache.semantic.SemanticMemoizeSpec;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.FinishReason;
import io.agentkit.spec.Resources;
import java.util.HashMap;
import java.util.Map;

/** {@code semantic-memoize} as it is by default, with a model of sentences in this process, around a model that answers with the question. */
final class SemanticCache {

    private final EmbeddingModel model = new AllMiniLmL6V2QuantizedEmbeddingModel();
    private final Map<String, float[]> vectors = new HashMap<>();
    private final Embedder embedder = this::vector;
    private volatile boolean keeps = true;

    /** Of length 1. */
    float[] vector(String text) {
        return vectors.computeIfAbsent(text, each -> model.embed(each).content().vector());
    }

    float cosine(String one, String other) {
        float[] a = vector(one);
        float[] b = vector(other);
        float sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** A new one, in which nothing is kept. */
    Handler<ChatRequest, ChatReply> empty() {
        ChainEnvironment environment = ChainEnvironment.defaults();
        return Chain.chat("semantic")
                .add(
                        "semantic-memoize",
                        SemanticMemoizeSpec.defaults().chatMiddleware(Resources.of(environment, embedder)))
                .environment(environment)
                .build()
                .around(attempt -> answer(attempt.request().lastUserMessage().text()));
    }

    private ChatReply answer(String question) {
        ChatReply whole = ChatReply.of(question);
        return keeps ? whole : whole.mutate().finishReason(FinishReason.LENGTH).build();
    }

    /** Whether answers are whole, so that they are kept, as they are at first. */
    void keeps(boolean value) {
        keeps = value;
    }

    /** Whether the second question gets the answer to the first. */
    boolean serves(SemanticCase pair) {
        Handler<ChatRequest, ChatReply> cache = empty();
        cache.call(ChatRequest.user(pair.a()));
        return cache.call(ChatRequest.user(pair.b())).cacheStatus() == CacheStatus.HIT;
    }
}

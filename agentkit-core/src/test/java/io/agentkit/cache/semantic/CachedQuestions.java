package io.agentkit.cache.semantic;

import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.cache.CacheFigures;
import io.agentkit.cache.Caches;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.spec.Resources;
import io.agentkit.test.ChainHarness;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A model behind {@code semantic-memoize}. */
final class CachedQuestions {

    final ChainHarness harness = ChainHarness.create();
    final WordEmbedder embedder = new WordEmbedder();
    final Caches caches = new Caches();
    private final Map<String, Object> named = new HashMap<>(Map.of("caches", caches, "embedder", embedder));
    private Handler<ChatRequest, ChatReply> handler;

    /** A bean that the settings can name. */
    CachedQuestions bean(String name, Object bean) {
        named.put(name, bean);
        return this;
    }

    CachedQuestions with(SemanticMemoizeSpec.Builder spec) {
        harness.add("semantic-memoize", spec.build().chatMiddleware(Resources.of(harness.environment(), named)));
        handler = harness.chatHandler();
        return this;
    }

    CachedQuestions withDefaults() {
        return with(SemanticMemoizeSpec.builder());
    }

    ChatReply ask(String text) {
        return ask(ChatRequest.user(text));
    }

    ChatReply ask(ChatRequest request) {
        return handler.call(request);
    }

    Handler<ChatRequest, ChatReply> handler() {
        return handler;
    }

    /** In a run of its own. */
    ChatReply in(Consumer<Run.Spec> scope, String text) {
        try (Run run = Run.open(harness.environment(), scope)) {
            return ask(text);
        }
    }

    CacheFigures figures() {
        return caches.all().get(0);
    }
}

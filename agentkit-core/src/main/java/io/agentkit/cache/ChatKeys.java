package io.agentkit.cache;

import io.agentkit.Call;
import io.agentkit.WantedOutput;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.RequestDigest;
import io.agentkit.text.CanonicalWriter;
import io.agentkit.text.Digest;
import io.agentkit.text.Fingerprint;
import io.agentkit.text.ForeignParts;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What makes two chat calls the same, in keys that hold none of it as text and are the same in every process: chain, endpoint with its own
 * options, scope, and all of the request that can change the answer. A call of which that cannot be said has no key. Thread-safe.
 */
public final class ChatKeys {

    /** Changes with what keys are made of, so that no version reads what another one meant differently. */
    private static final int FORMAT = 1;

    private static final Logger log = LoggerFactory.getLogger(ChatKeys.class);

    /** What a key is written with takes room that is worth keeping; more than so many at a time are not. */
    private static final int POOLED = 16;

    /** Knows nothing of a key once it is made. */
    private static final class Writer {

        final Fingerprint key = new Fingerprint();
        final CanonicalWriter values = new CanonicalWriter(key);
        final RequestDigest request = new RequestDigest(key);
    }

    private final AtomicReferenceArray<Writer> pool = new AtomicReferenceArray<>(POOLED);
    private final AtomicBoolean saidWhy = new AtomicBoolean();
    private final String prefix;
    private final ScopeKeys scope;

    /** @param name what keys begin with, such as {@code memoize} */
    public ChatKeys(String name, ScopeKeys scope) {
        this.prefix = "%s:%d:chat:".formatted(name, FORMAT);
        this.scope = scope;
    }

    /** Of the whole request. */
    public @Nullable String of(Call<ChatRequest> call) {
        Writer writer = take();
        ChatRequest request = call.request();
        boolean complete = begin(writer, call)
                && addSettings(writer, call)
                && (writer.request.addMessages(request, request.messages()) || sayWhy(writer, call));
        return key(writer, complete);
    }

    /** Of all but the conversation, in which only system messages count. */
    public @Nullable String ofContext(Call<ChatRequest> call) {
        Writer writer = take();
        boolean complete = begin(writer, call)
                && addSettings(writer, call)
                && (writer.request.addSystem(call.request()) || sayWhy(writer, call));
        return key(writer, complete);
    }

    /**
     * Of something else in place of the request and the endpoint: chain and scope count all the same, and no key is made where the provider
     * runs tools or keeps the conversation.
     *
     * @param own what the application says makes two calls the same
     */
    public @Nullable String of(Call<ChatRequest> call, String own) {
        ChatRequest request = call.request();
        if (request.hasHostedTools() || request.hasStoredConversation()) {
            return null;
        }
        Writer writer = take();
        boolean complete = begin(writer, call);
        writer.key.add("own").add(own);
        return key(writer, complete);
    }

    /** What messages of a request come to, the same in every process; null when something in them is not known. */
    public @Nullable Digest digest(ChatRequest request, List<Message> messages) {
        Writer writer = take();
        writer.key.clear();
        Digest digest = writer.request.addMessages(request, messages) ? writer.key.digest() : null;
        give(writer);
        return digest;
    }

    private boolean begin(Writer writer, Call<ChatRequest> call) {
        writer.key.clear();
        writer.values.with(ForeignParts.NONE);
        writer.key.add(call.chain());
        WantedOutput<?> wanted = call.output();
        if (wanted != null) {
            // output-coerce further in answers what fits this type.
            writer.key.add("output").add(wanted.type().getName());
        }
        return scope.addTo(writer.key, call.scope());
    }

    private boolean addSettings(Writer writer, Call<ChatRequest> call) {
        writer.key.add("request");
        return (call.endpoint().addSettings(writer.values) && writer.request.addSettings(call.request()))
                || sayWhy(writer, call);
    }

    private @Nullable String key(Writer writer, boolean complete) {
        String key = complete ? writer.key.after(prefix) : null;
        give(writer);
        return key;
    }

    private Writer take() {
        Writer kept = pool.getAndSet(slot(), null);
        return kept == null ? new Writer() : kept;
    }

    private void give(Writer writer) {
        pool.lazySet(slot(), writer);
    }

    private static int slot() {
        return (int) Thread.currentThread().getId() & (POOLED - 1);
    }

    /** Says it once, and that there is no key. */
    private boolean sayWhy(Writer writer, Call<ChatRequest> call) {
        Class<?> request = writer.request.unknown();
        Class<?> unknown = request == null ? writer.values.unknown() : request;
        if (unknown != null && saidWhy.compareAndSet(false, true)) {
            log.warn(
                    "Answers in chain '{}' are not used again where requests hold a {}, of which it is not known what it changes. Write"
                            + " 'key', the name of a bean that says what makes two calls the same",
                    call.chain(),
                    unknown.getName());
        }
        return false;
    }
}

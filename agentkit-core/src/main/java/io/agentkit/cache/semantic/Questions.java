package io.agentkit.cache.semantic;

import io.agentkit.Call;
import io.agentkit.cache.CacheFailed;
import io.agentkit.cache.ChatKeys;
import io.agentkit.cache.Failures;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.text.Digest;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads from calls what they ask. Thread-safe. */
final class Questions {

    private final ChatKeys keys;
    private final int maxText;
    private final Own own;
    private final Failures failures;

    /**
     * What the application says in place of us.
     *
     * @param text what is looked for
     * @param key what has to be the same
     * @param when which calls may be answered so at all
     */
    record Own(
            @Nullable Function<? super Call<ChatRequest>, ?> text,
            @Nullable Function<? super Call<ChatRequest>, ?> key,
            @Nullable Predicate<? super Call<ChatRequest>> when) {}

    Questions(ChatKeys keys, int maxText, Own own, Failures failures) {
        this.keys = keys;
        this.maxText = maxText;
        this.own = own;
        this.failures = failures;
    }

    /** The question; null when its answer is for nobody else. */
    @Nullable
    Question of(Call<ChatRequest> call) {
        List<Message> messages = call.request().messages();
        if (messages.isEmpty() || !isWanted(call)) {
            return null;
        }
        Message last = messages.get(messages.size() - 1);
        if (last.role() != Message.Role.USER || !last.media().isEmpty()) {
            return null;
        }
        String text = own.text() == null ? last.text() : said(call, own.text(), CacheFailed.Part.TEXT);
        if (text == null || text.isBlank() || text.length() > maxText) {
            return null;
        }
        String partition = partition(call, messages.subList(0, messages.size() - 1));
        return partition == null ? null : new Question(partition, text);
    }

    private @Nullable String partition(Call<ChatRequest> call, List<Message> before) {
        if (own.key() != null) {
            String key = said(call, own.key(), CacheFailed.Part.KEY);
            return key == null ? null : keys.of(call, key);
        }
        String context = keys.ofContext(call);
        Digest conversation = context == null ? null : keys.digest(call.request(), before);
        return conversation == null ? null : context + ":" + conversation.hex();
    }

    private boolean isWanted(Call<ChatRequest> call) {
        if (own.when() == null) {
            return true;
        }
        try {
            return own.when().test(call);
        } catch (RuntimeException | LinkageError failure) {
            failures.tell(call, CacheFailed.Part.WHEN, failure);
            return false;
        }
    }

    private @Nullable String said(
            Call<ChatRequest> call, Function<? super Call<ChatRequest>, ?> bean, CacheFailed.Part part) {
        try {
            return bean.apply(call) instanceof String text ? text : null;
        } catch (RuntimeException | LinkageError failure) {
            failures.tell(call, part, failure);
            return null;
        }
    }
}

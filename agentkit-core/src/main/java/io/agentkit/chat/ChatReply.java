package io.agentkit.chat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a model answered. Immutable and thread-safe. A bridge subclasses it as a view over its framework's response, of which it reads what
 * is asked for; whoever changes something makes a copy. What describes the answer (served model, usage, cache status) rides on it, so a request
 * that ends late cannot overwrite the description of another.
 */
public abstract class ChatReply {

    /** For bridges. */
    protected ChatReply() {}

    /** A complete answer in text. */
    public static ChatReply of(String text) {
        return builder().message(Message.assistant(text)).build();
    }

    public static ChatReply of(String text, Usage usage) {
        return builder().message(Message.assistant(text)).usage(usage).build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The assistant's message. */
    public abstract Message message();

    public String text() {
        return message().text();
    }

    /** What the model showed of its reasoning; null when nothing. */
    public abstract @Nullable String reasoning();

    public List<ToolCall> toolCalls() {
        return message().toolCalls();
    }

    /** Tokens of the request that gave this answer; null when the provider did not say. */
    public abstract @Nullable Usage usage();

    public abstract FinishReason finishReason();

    /** Whether the model or its provider declined to answer, so that what text there is says why. */
    public boolean isRefusal() {
        return finishReason() == FinishReason.FILTERED;
    }

    /** The model that served it, as the provider names it, else the one asked for; null when nobody said. */
    public abstract @Nullable String model();

    public CacheStatus cacheStatus() {
        return CacheStatus.NONE;
    }

    /** Whether there is more in the native object than this view shows (further generations, media): a cache must not serve it again. */
    public abstract boolean hasOpaqueParts();

    /**
     * What the framework's own reply says besides the parts above, in the framework's words, so that an equal one can be made for another call:
     * names with texts, numbers, lists and maps, and as a last resort objects of the framework. Null when it cannot be made again.
     */
    public @Nullable Map<String, Object> details() {
        return hasOpaqueParts() ? null : Map.of();
    }

    /** The framework's own reply; null when there is none or when the view was edited. */
    public abstract @Nullable Object nativeReply();

    /** The framework's reply that this one is or was edited from. */
    public @Nullable Object origin() {
        return nativeReply();
    }

    /** Which stream of deltas showed exactly this answer; null when none did. For chains and endpoints, opaque to others. */
    public @Nullable Object streamMark() {
        return null;
    }

    public ChatReply withText(String text) {
        return text.equals(text())
                ? this
                : mutate().message(message().withText(text)).build();
    }

    public Builder mutate() {
        return new Builder(this);
    }

    /** Model, finish reason and sizes, never the text. */
    @Override
    public String toString() {
        return "ChatReply[model=%s, finishReason=%s, %s, usage=%s]"
                .formatted(model(), finishReason(), message(), usage());
    }

    /** Collects the parts of a reply. Not thread-safe. */
    public static final class Builder {

        Message message = Message.assistant("");

        @Nullable
        String reasoning;

        @Nullable
        Usage usage;

        FinishReason finishReason = FinishReason.STOP;

        @Nullable
        String model;

        CacheStatus cacheStatus = CacheStatus.NONE;
        boolean opaqueParts;
        boolean refusal;

        @Nullable
        Object origin;

        /** The view that this is a copy of, for what it says besides. */
        @Nullable
        ChatReply view;

        @Nullable
        Map<String, Object> details;

        boolean edited;

        @Nullable
        Object streamMark;

        private Builder() {}

        private Builder(ChatReply from) {
            message = from.message();
            reasoning = from.reasoning();
            usage = from.usage();
            finishReason = from.finishReason();
            model = from.model();
            cacheStatus = from.cacheStatus();
            opaqueParts = from.hasOpaqueParts();
            refusal = from.isRefusal() && finishReason != FinishReason.FILTERED;
            origin = from.origin();
            view = from instanceof PlainReply plain ? plain.view() : from;
            details = from instanceof PlainReply plain ? plain.ownDetails() : null;
            edited = origin != null && from.nativeReply() == null;
            streamMark = from.streamMark();
        }

        /** Another message makes it another answer than the one that was streamed. */
        public Builder message(Message value) {
            Objects.requireNonNull(value, "'message' must not be null");
            if ((origin != null || streamMark != null) && !value.equals(message)) {
                edited = origin != null;
                streamMark = null;
            }
            message = value;
            return this;
        }

        public Builder reasoning(@Nullable String value) {
            reasoning = value;
            return this;
        }

        public Builder usage(@Nullable Usage value) {
            usage = value;
            return this;
        }

        public Builder finishReason(FinishReason value) {
            finishReason = value;
            return this;
        }

        public Builder model(@Nullable String value) {
            model = value;
            return this;
        }

        public Builder cacheStatus(CacheStatus value) {
            cacheStatus = value;
            return this;
        }

        public Builder opaqueParts(boolean value) {
            opaqueParts = value;
            return this;
        }

        /** What a reply of a framework said that this one stands for: see {@link ChatReply#details()}. */
        public Builder details(Map<String, Object> value) {
            details = Objects.requireNonNull(value, "'details' must not be null");
            return this;
        }

        /** The framework's own reply that this view stands for; call it after {@link #message}. */
        public Builder nativeReply(@Nullable Object value) {
            origin = value;
            view = null;
            edited = false;
            return this;
        }

        /** For chains and endpoints: see {@link ChatReply#streamMark()}; call it after {@link #message}. */
        public Builder streamMark(@Nullable Object value) {
            streamMark = value;
            return this;
        }

        public ChatReply build() {
            return new PlainReply(this);
        }
    }
}

package io.agentkit.chat;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A reply that a builder made. */
final class PlainReply extends ChatReply {

    private final Message message;
    private final @Nullable String reasoning;
    private final @Nullable Usage usage;
    private final FinishReason finishReason;
    private final @Nullable String model;
    private final CacheStatus cacheStatus;
    private final boolean opaqueParts;
    private final boolean refusal;
    private final @Nullable Object origin;
    private final @Nullable ChatReply view;
    private final @Nullable Map<String, Object> details;
    private final boolean edited;
    private final @Nullable Object streamMark;

    PlainReply(Builder builder) {
        message = builder.message;
        reasoning = builder.reasoning;
        usage = builder.usage;
        finishReason = builder.finishReason;
        model = builder.model;
        cacheStatus = builder.cacheStatus;
        opaqueParts = builder.opaqueParts;
        refusal = builder.refusal;
        origin = builder.origin;
        view = builder.view;
        details = builder.details;
        edited = builder.edited;
        streamMark = builder.streamMark;
    }

    @Override
    public Message message() {
        return message;
    }

    @Override
    public @Nullable String reasoning() {
        return reasoning;
    }

    @Override
    public @Nullable Usage usage() {
        return usage;
    }

    @Override
    public FinishReason finishReason() {
        return finishReason;
    }

    @Override
    public @Nullable String model() {
        return model;
    }

    @Override
    public CacheStatus cacheStatus() {
        return cacheStatus;
    }

    @Override
    public boolean isRefusal() {
        return refusal || super.isRefusal();
    }

    @Override
    public boolean hasOpaqueParts() {
        return opaqueParts;
    }

    @Override
    public @Nullable Map<String, Object> details() {
        if (details != null) {
            return details;
        }
        return view == null ? super.details() : view.details();
    }

    @Nullable
    Map<String, Object> ownDetails() {
        return details;
    }

    @Nullable
    ChatReply view() {
        return view;
    }

    @Override
    public @Nullable Object nativeReply() {
        return edited ? null : origin;
    }

    @Override
    public @Nullable Object origin() {
        return origin;
    }

    @Override
    public @Nullable Object streamMark() {
        return streamMark;
    }
}

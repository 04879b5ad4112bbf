package io.agentkit.chat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A whole reply as one delta: how an answer that was not streamed reaches a streaming caller. */
final class ReplyDelta extends Delta {

    private final ChatReply reply;

    ReplyDelta(ChatReply reply) {
        this.reply = reply;
    }

    @Override
    public String text() {
        return reply.text();
    }

    @Override
    public @Nullable String reasoning() {
        return reply.reasoning();
    }

    @Override
    public List<ToolCall> toolCalls() {
        return reply.toolCalls();
    }

    @Override
    public @Nullable Usage usage() {
        return reply.usage();
    }

    @Override
    public @Nullable FinishReason finishReason() {
        return reply.finishReason();
    }

    @Override
    public @Nullable String model() {
        return reply.model();
    }

    @Override
    public boolean hasMedia() {
        return reply.hasOpaqueParts();
    }

    @Override
    public @Nullable Object nativeDelta() {
        return reply.nativeReply();
    }

    @Override
    public @Nullable ChatReply wholeReply() {
        return reply;
    }
}

package io.agentkit.chat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A delta without a framework behind it. */
final class PlainDelta extends Delta {

    private final String text;
    private final @Nullable String reasoning;
    private final List<ToolCall> toolCalls;
    private final @Nullable Usage usage;
    private final @Nullable FinishReason finishReason;
    private final @Nullable String model;

    PlainDelta(
            String text,
            @Nullable String reasoning,
            List<ToolCall> toolCalls,
            @Nullable Usage usage,
            @Nullable FinishReason finishReason,
            @Nullable String model) {
        this.text = text;
        this.reasoning = reasoning;
        this.toolCalls = toolCalls;
        this.usage = usage;
        this.finishReason = finishReason;
        this.model = model;
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public @Nullable String reasoning() {
        return reasoning;
    }

    @Override
    public List<ToolCall> toolCalls() {
        return toolCalls;
    }

    @Override
    public @Nullable Usage usage() {
        return usage;
    }

    @Override
    public @Nullable FinishReason finishReason() {
        return finishReason;
    }

    @Override
    public @Nullable String model() {
        return model;
    }
}

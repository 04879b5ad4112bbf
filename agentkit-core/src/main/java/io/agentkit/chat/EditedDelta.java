package io.agentkit.chat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A delta whose text a middleware changed; a bridge finds what it was in {@link #editedFrom()}. */
final class EditedDelta extends Delta {

    private final Delta before;
    private final String text;

    EditedDelta(Delta before, String text) {
        this.before = before;
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public Delta withText(String changed) {
        return changed.equals(before.text()) ? before : new EditedDelta(before, changed);
    }

    @Override
    public @Nullable String reasoning() {
        return before.reasoning();
    }

    @Override
    public List<ToolCall> toolCalls() {
        return before.toolCalls();
    }

    @Override
    public @Nullable Usage usage() {
        return before.usage();
    }

    @Override
    public @Nullable FinishReason finishReason() {
        return before.finishReason();
    }

    @Override
    public @Nullable String model() {
        return before.model();
    }

    @Override
    public boolean hasMedia() {
        return before.hasMedia();
    }

    @Override
    public Delta editedFrom() {
        Delta earlier = before.editedFrom();
        return earlier == null ? before : earlier;
    }
}

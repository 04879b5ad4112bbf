package io.agentkit.chat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a streamed answer. Immutable. A bridge subclasses it as a view over its framework's chunk, so that a delta costs one small
 * object and an unchanged chunk comes out as it went in.
 */
public abstract class Delta {

    /** For bridges. */
    protected Delta() {}

    public static Delta text(String text) {
        return new PlainDelta(text, null, List.of(), null, null, null);
    }

    public static Delta reasoning(String reasoning) {
        return new PlainDelta("", reasoning, List.of(), null, null, null);
    }

    public static Delta toolCalls(List<ToolCall> calls) {
        return new PlainDelta("", null, List.copyOf(calls), null, null, null);
    }

    /** A delta that only counts. */
    public static Delta usage(Usage usage) {
        return new PlainDelta("", null, List.of(), usage, null, null);
    }

    /** A delta that only says why the model stopped. */
    public static Delta finish(FinishReason reason) {
        return new PlainDelta("", null, List.of(), null, reason, null);
    }

    /** A whole reply in one piece. */
    public static Delta of(ChatReply reply) {
        return new ReplyDelta(reply);
    }

    /** The piece of text; empty when there is none. */
    public abstract String text();

    public @Nullable String reasoning() {
        return null;
    }

    /** Tool calls, each of them complete. */
    public List<ToolCall> toolCalls() {
        return List.of();
    }

    /** Tokens so far in this stream, cumulative; null when this piece does not say. */
    public @Nullable Usage usage() {
        return null;
    }

    public @Nullable FinishReason finishReason() {
        return null;
    }

    /** The model that serves the stream; null when this piece does not say. */
    public @Nullable String model() {
        return null;
    }

    /** Whether this piece carries media. */
    public boolean hasMedia() {
        return false;
    }

    /** The framework's own chunk; null when there is none. */
    public @Nullable Object nativeDelta() {
        return null;
    }

    /** The reply that this piece is the whole of; null for a piece of a stream. */
    public @Nullable ChatReply wholeReply() {
        return null;
    }

    /** The piece that this one was edited from; null when it is as it came. */
    public @Nullable Delta editedFrom() {
        return null;
    }

    /**
     * Whether showing this piece commits the call to the stream it came from: text, reasoning, media and tool calls do; pieces that only
     * name a role, a count or an end do not.
     */
    public boolean commits() {
        if (!text().isEmpty() || hasMedia() || !toolCalls().isEmpty()) {
            return true;
        }
        String thought = reasoning();
        return thought != null && !thought.isEmpty();
    }

    /**
     * Puts all parts of this piece into a reply. A bridge whose parts have to be looked for may look for them together here; the outcome has
     * to be the same as with each method above.
     */
    protected void addTo(ReplyAssembler assembler) {
        assembler.addText(text());
        assembler.addReasoning(reasoning());
        assembler.addToolCalls(toolCalls());
        if (hasMedia()) {
            assembler.addMedia();
        }
        assembler.replaceUsage(usage());
        assembler.replaceFinishReason(finishReason());
        assembler.replaceModel(model());
    }

    /** A copy with another text; what else the piece carries stays. */
    public Delta withText(String changed) {
        return changed.equals(text()) ? this : new EditedDelta(this, changed);
    }
}

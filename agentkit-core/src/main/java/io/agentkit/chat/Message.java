package io.agentkit.chat;

import io.agentkit.text.Digest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One message of a conversation. Immutable. A view when it stands for a framework's own message: the parts that chains do not model
 * (metadata, thinking blocks, citations) stay in {@link #nativeMessage()}, which an unchanged message hands back as the identical object.
 * Equality looks at role, text, media, tool calls and tool outputs.
 */
public final class Message {

    /** Who speaks. */
    public enum Role {
        SYSTEM,
        USER,
        ASSISTANT,
        /** Results of tools, one or several. */
        TOOL
    }

    private final Role role;

    /** A string, or {@link TextPieces.Whole} of a streamed answer. */
    private final Object text;

    private final List<Media> media;
    private final List<ToolCall> toolCalls;
    private final List<ToolOutput> toolOutputs;
    private final @Nullable Object origin;
    private final boolean edited;

    // Written without a barrier: whoever does not see it reckons the same again, and its own fields are final.
    private @Nullable Digest digest;

    private Message(
            Role role,
            Object text,
            List<Media> media,
            List<ToolCall> toolCalls,
            List<ToolOutput> toolOutputs,
            @Nullable Object origin,
            boolean edited) {
        this.role = role;
        this.text = Objects.requireNonNull(text, "'text' must not be null");
        this.media = media;
        this.toolCalls = toolCalls;
        this.toolOutputs = toolOutputs;
        this.origin = origin;
        this.edited = edited;
    }

    public static Message system(String text) {
        return new Message(Role.SYSTEM, text, List.of(), List.of(), List.of(), null, false);
    }

    public static Message user(String text) {
        return user(text, List.of());
    }

    public static Message user(String text, List<Media> media) {
        return new Message(Role.USER, text, List.copyOf(media), List.of(), List.of(), null, false);
    }

    public static Message assistant(String text) {
        return assistant(text, List.of());
    }

    public static Message assistant(String text, List<ToolCall> toolCalls) {
        return new Message(Role.ASSISTANT, text, List.of(), List.copyOf(toolCalls), List.of(), null, false);
    }

    /** A streamed answer. */
    static Message assistant(TextPieces.Whole text, List<ToolCall> toolCalls) {
        return new Message(Role.ASSISTANT, text, List.of(), List.copyOf(toolCalls), List.of(), null, false);
    }

    public static Message tool(ToolOutput... outputs) {
        return new Message(Role.TOOL, "", List.of(), List.of(), List.of(outputs), null, false);
    }

    /**
     * A view of a framework's message. The lists are taken as they are and must not change.
     *
     * @param nativeMessage what goes back to the framework as long as nobody edits the view
     */
    public static Message view(
            Role role,
            String text,
            List<Media> media,
            List<ToolCall> toolCalls,
            List<ToolOutput> toolOutputs,
            Object nativeMessage) {
        return new Message(role, text, media, toolCalls, toolOutputs, nativeMessage, false);
    }

    public Role role() {
        return role;
    }

    /** The text; empty when there is none. A tool message has its texts in {@link #toolOutputs()}. */
    public String text() {
        return text instanceof String whole ? whole : ((TextPieces.Whole) text).text();
    }

    public List<Media> media() {
        return media;
    }

    /** What an assistant message asks to be called, in the model's order. */
    public List<ToolCall> toolCalls() {
        return toolCalls;
    }

    public List<ToolOutput> toolOutputs() {
        return toolOutputs;
    }

    /** The framework's own message; null when there is none or when this view was edited. */
    public @Nullable Object nativeMessage() {
        return edited ? null : origin;
    }

    /** The framework's message that this one is or was edited from, so that an edit can go through the framework's own copy method. */
    public @Nullable Object origin() {
        return origin;
    }

    /** What {@link RequestDigest} made of the message; null when that was not asked for yet. */
    @Nullable
    Digest digest() {
        return digest;
    }

    void keep(Digest reckoned) {
        digest = reckoned;
    }

    public Message withText(String changed) {
        return changed.equals(text())
                ? this
                : new Message(role, changed, media, toolCalls, toolOutputs, origin, origin != null);
    }

    public Message withToolCalls(List<ToolCall> changed) {
        return changed.equals(toolCalls)
                ? this
                : new Message(role, text, media, List.copyOf(changed), toolOutputs, origin, origin != null);
    }

    public Message withToolOutputs(List<ToolOutput> changed) {
        return changed.equals(toolOutputs)
                ? this
                : new Message(role, text, media, toolCalls, List.copyOf(changed), origin, origin != null);
    }

    /** The message without the framework's own, for another provider; the same object when there is none. */
    public Message portable() {
        return origin == null ? this : new Message(role, text, media, toolCalls, toolOutputs, null, false);
    }

    /** A copy in which text and tool outputs went through the function; the same object when nothing changed. */
    public Message mapText(UnaryOperator<String> function) {
        Message mapped = text().isEmpty() ? this : withText(function.apply(text()));
        if (toolOutputs.isEmpty()) {
            return mapped;
        }
        List<ToolOutput> outputs = new ArrayList<>(toolOutputs.size());
        for (ToolOutput output : toolOutputs) {
            outputs.add(new ToolOutput(output.callId(), output.name(), function.apply(output.text())));
        }
        return outputs.equals(toolOutputs)
                ? mapped
                : new Message(role, mapped.text, media, toolCalls, List.copyOf(outputs), origin, origin != null);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Message message
                && role == message.role
                && text().equals(message.text())
                && media.equals(message.media)
                && toolCalls.equals(message.toolCalls)
                && toolOutputs.equals(message.toolOutputs);
    }

    @Override
    public int hashCode() {
        return Objects.hash(role, text(), media, toolCalls, toolOutputs);
    }

    /** Role and sizes, never the text. */
    @Override
    public String toString() {
        return "Message[%s, %d characters, %d media, %d tool calls, %d tool outputs]"
                .formatted(role, text().length(), media.size(), toolCalls.size(), toolOutputs.size());
    }
}

package io.agentkit.chat;

import io.agentkit.text.ForeignParts;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request of our own, or one that was edited: what was not set comes from the view that it goes back to. */
final class PlainChatRequest extends ChatRequest {

    private final @Nullable ChatRequestView view;
    private final Set<Part> changed;

    // What was set on this request or one that it was derived from.
    private final @Nullable List<Message> messages;
    private final @Nullable String model;
    private final @Nullable ChatOptions options;
    private final @Nullable List<ToolDescription> tools;
    private final @Nullable String outputSchema;
    private final boolean portable;

    PlainChatRequest(
            @Nullable ChatRequest derivedFrom, @Nullable ChatRequestView view, Set<Part> changed, Builder builder) {
        super(derivedFrom);
        this.view = view;
        this.changed = changed;
        messages = builder.messages;
        model = builder.model;
        options = builder.options;
        tools = builder.tools;
        outputSchema = builder.outputSchema;
        portable = builder.portable;
    }

    void copyTo(Builder builder) {
        builder.messages = messages;
        builder.model = model;
        builder.options = options;
        builder.tools = tools;
        builder.outputSchema = outputSchema;
        builder.portable = portable;
    }

    @Nullable
    ChatRequestView view() {
        return view;
    }

    @Override
    public List<Message> messages() {
        if (messages != null) {
            return messages;
        }
        return view == null ? List.of() : view.messages();
    }

    @Override
    public @Nullable String model() {
        return model != null || view == null || changed.contains(Part.MODEL) ? model : view.model();
    }

    @Override
    public ChatOptions options() {
        if (options != null) {
            return options;
        }
        return view == null ? ChatOptions.DEFAULTS : view.options();
    }

    @Override
    public @Nullable Integer maxOutputTokens() {
        return options != null || view == null ? options().maxOutputTokens() : view.maxOutputTokens();
    }

    @Override
    public @Nullable ServiceTier serviceTier() {
        return view == null || portable ? null : view.serviceTier();
    }

    @Override
    public long unshownBytes() {
        return view == null || portable ? 0 : view.unshownBytes();
    }

    @Override
    public boolean hasUnshownContent() {
        return view != null && !portable && view.hasUnshownContent();
    }

    @Override
    public ForeignParts foreignParts() {
        return view == null ? ForeignParts.NONE : view.foreignParts();
    }

    @Override
    public int choiceCount() {
        return view == null || portable ? 1 : view.choiceCount();
    }

    @Override
    public List<ToolDescription> tools() {
        if (tools != null) {
            return tools;
        }
        return view == null ? List.of() : view.tools();
    }

    @Override
    public boolean hasHostedTools() {
        return view != null && !portable && view.hasHostedTools();
    }

    @Override
    public boolean hasStoredConversation() {
        return view != null && !portable && view.hasStoredConversation();
    }

    @Override
    public @Nullable String outputSchema() {
        return outputSchema != null || view == null || changed.contains(Part.OUTPUT_SCHEMA)
                ? outputSchema
                : view.outputSchema();
    }

    @Override
    public Set<Part> changed() {
        return changed;
    }

    @Override
    public @Nullable Object nativeRequest() {
        return changed.isEmpty() && !portable ? origin() : null;
    }

    @Override
    public boolean isPortable() {
        return portable;
    }

    @Override
    public @Nullable Object origin() {
        return view == null ? null : view.origin();
    }
}

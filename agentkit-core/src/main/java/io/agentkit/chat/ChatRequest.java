package io.agentkit.chat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a model is asked. Immutable and thread-safe. Over a framework's own request it is a lazy view: parts are converted when somebody
 * reads them, and what nobody changed goes back as the identical native object.
 */
public final class ChatRequest extends Request {

    /** The parts that {@link #changed()} speaks of. */
    public enum Part {
        MESSAGES,
        MODEL,
        OPTIONS,
        TOOLS,
        OUTPUT_SCHEMA
    }

    /** Reads the parts of a framework's request. Each method may be called more than once and must give equal values. */
    public interface View {

        List<Message> messages();

        @Nullable
        String model();

        ChatOptions options();

        List<ToolDescription> tools();

        @Nullable
        String outputSchema();

        /** The framework's own request. */
        Object nativeRequest();
    }

    private final @Nullable View view;
    private final Set<Part> changed;

    // What was set on this request or one that it was derived from; the view has the rest.
    private final @Nullable List<Message> messages;
    private final @Nullable String model;
    private final @Nullable ChatOptions options;
    private final @Nullable List<ToolDescription> tools;
    private final @Nullable String outputSchema;

    private ChatRequest(View view) {
        super(null);
        this.view = view;
        changed = Set.of();
        messages = null;
        model = null;
        options = null;
        tools = null;
        outputSchema = null;
    }

    private ChatRequest(Builder builder, Set<Part> changed) {
        super(builder.from);
        view = builder.from == null ? null : builder.from.view;
        this.changed = changed;
        messages = builder.messages;
        model = builder.model;
        options = builder.options;
        tools = builder.tools;
        outputSchema = builder.outputSchema;
    }

    /** A view over a framework's request. */
    public static ChatRequest view(View view) {
        return new ChatRequest(new ReadOnceView(Objects.requireNonNull(view, "'view' must not be null")));
    }

    /** A request with one user message. */
    public static ChatRequest user(String text) {
        return builder().messages(List.of(Message.user(text))).build();
    }

    public static Builder builder() {
        return new Builder(null);
    }

    /** The conversation, oldest first. */
    public List<Message> messages() {
        if (messages != null) {
            return messages;
        }
        return view == null ? List.of() : view.messages();
    }

    /** The model asked for; null leaves it to the endpoint. */
    public @Nullable String model() {
        return model != null || view == null || changed.contains(Part.MODEL) ? model : view.model();
    }

    public ChatOptions options() {
        if (options != null) {
            return options;
        }
        return view == null ? ChatOptions.DEFAULTS : view.options();
    }

    /** The tools offered to the model. */
    public List<ToolDescription> tools() {
        if (tools != null) {
            return tools;
        }
        return view == null ? List.of() : view.tools();
    }

    /** JSON schema of the answer as text; null when free text is wanted. */
    public @Nullable String outputSchema() {
        return outputSchema != null || view == null || changed.contains(Part.OUTPUT_SCHEMA)
                ? outputSchema
                : view.outputSchema();
    }

    /** The parts that differ from the framework's own request. */
    public Set<Part> changed() {
        return changed;
    }

    /** The framework's own request; null when there is none or when a part was changed. */
    public @Nullable Object nativeRequest() {
        return changed.isEmpty() ? origin() : null;
    }

    /** The framework's request that this one is or was edited from. */
    public @Nullable Object origin() {
        return view == null ? null : view.nativeRequest();
    }

    /** The last message a user wrote; null when there is none. */
    public @Nullable Message lastUserMessage() {
        List<Message> all = messages();
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).role() == Message.Role.USER) {
                return all.get(i);
            }
        }
        return null;
    }

    /** A builder that starts from this request; what it makes counts as derived from it. */
    public Builder mutate() {
        return new Builder(this);
    }

    public ChatRequest withMessages(List<Message> changedMessages) {
        return mutate().messages(changedMessages).build();
    }

    public ChatRequest withModel(String changedModel) {
        return mutate().model(changedModel).build();
    }

    public ChatRequest withOptions(ChatOptions changedOptions) {
        return mutate().options(changedOptions).build();
    }

    /** A copy in which the texts of all but system messages went through the function. */
    @Override
    public ChatRequest mapText(UnaryOperator<String> function) {
        boolean same = true;
        List<Message> mapped = new ArrayList<>(messages().size());
        for (Message message : messages()) {
            Message after = message.role() == Message.Role.SYSTEM ? message : message.mapText(function);
            same &= after == message;
            mapped.add(after);
        }
        return same ? this : withMessages(mapped);
    }

    /** Model and sizes, never the texts. */
    @Override
    public String toString() {
        return "ChatRequest[model=%s, %d messages, %d tools]"
                .formatted(model(), messages().size(), tools().size());
    }

    /** Collects the parts of a request. Not thread-safe. */
    public static final class Builder {

        private final @Nullable ChatRequest from;
        private final EnumSet<Part> changed = EnumSet.noneOf(Part.class);
        private @Nullable List<Message> messages;
        private @Nullable String model;
        private @Nullable ChatOptions options;
        private @Nullable List<ToolDescription> tools;
        private @Nullable String outputSchema;

        private Builder(@Nullable ChatRequest from) {
            this.from = from;
            if (from != null) {
                messages = from.messages;
                model = from.model;
                options = from.options;
                tools = from.tools;
                outputSchema = from.outputSchema;
            }
        }

        public Builder messages(List<Message> value) {
            if (from == null || !isSame(value, from.messages())) {
                messages = List.copyOf(value);
                changed.add(Part.MESSAGES);
            }
            return this;
        }

        public Builder model(@Nullable String value) {
            if (from == null || !Objects.equals(value, from.model())) {
                model = value;
                changed.add(Part.MODEL);
            }
            return this;
        }

        public Builder options(ChatOptions value) {
            if (from == null || !value.equals(from.options())) {
                options = Objects.requireNonNull(value, "'options' must not be null");
                changed.add(Part.OPTIONS);
            }
            return this;
        }

        public Builder tools(List<ToolDescription> value) {
            if (from == null || !value.equals(from.tools())) {
                tools = List.copyOf(value);
                changed.add(Part.TOOLS);
            }
            return this;
        }

        public Builder outputSchema(@Nullable String value) {
            if (from == null || !Objects.equals(value, from.outputSchema())) {
                outputSchema = value;
                changed.add(Part.OUTPUT_SCHEMA);
            }
            return this;
        }

        public ChatRequest build() {
            if (from == null) {
                return new ChatRequest(this, Set.of());
            }
            if (changed.isEmpty()) {
                return from;
            }
            changed.addAll(from.changed);
            return new ChatRequest(this, from.view == null ? Set.of() : Set.copyOf(changed));
        }

        /** An equal message may stand for another native object, so only the same objects are the same conversation. */
        private static boolean isSame(List<Message> one, List<Message> other) {
            if (one.size() != other.size()) {
                return false;
            }
            for (int i = 0; i < one.size(); i++) {
                if (one.get(i) != other.get(i)) {
                    return false;
                }
            }
            return true;
        }
    }
}

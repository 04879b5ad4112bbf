package io.agentkit.chat;

import io.agentkit.text.ForeignParts;
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
public abstract sealed class ChatRequest extends Request permits PlainChatRequest, ChatRequestView {

    /** The parts that {@link #changed()} speaks of. */
    public enum Part {
        MESSAGES,
        MODEL,
        OPTIONS,
        TOOLS,
        OUTPUT_SCHEMA
    }

    /** @param derivedFrom the request this one is a copy of; null for a new one */
    ChatRequest(@Nullable ChatRequest derivedFrom) {
        super(derivedFrom);
    }

    /** A request with one user message. */
    public static ChatRequest user(String text) {
        return builder().messages(List.of(Message.user(text))).build();
    }

    public static Builder builder() {
        return new Builder(null);
    }

    /** The conversation, oldest first. */
    public abstract List<Message> messages();

    /** The model asked for; null leaves it to the endpoint. */
    public abstract @Nullable String model();

    public abstract ChatOptions options();

    /** Upper bound of the answer in tokens, from the {@link #options()}; null leaves it to the model. */
    public @Nullable Integer maxOutputTokens() {
        return options().maxOutputTokens();
    }

    /** The tools offered to the model. */
    public abstract List<ToolDescription> tools();

    /** Whether the provider is to run tools of its own, such as a search: what these cost nobody knows beforehand. */
    public boolean hasHostedTools() {
        return false;
    }

    /** Whether the provider keeps the conversation and adds to it what it is asked and answers. */
    public boolean hasStoredConversation() {
        return false;
    }

    /** JSON schema of the answer as text; null when free text is wanted. */
    public abstract @Nullable String outputSchema();

    /**
     * The tier asked for; null for the provider's usual one. It stands in where nobody says which tier served: some clients drop it.
     */
    public @Nullable ServiceTier serviceTier() {
        return null;
    }

    /** How many answers the model is asked for at once, at least 1: each has its own output, up to {@link #maxOutputTokens()}. */
    public int choiceCount() {
        return 1;
    }

    /** Bytes in UTF-8 of text that goes to the model though no message shows it, such as its own thoughts that go back to it. */
    public long unshownBytes() {
        return 0;
    }

    /** Whether content goes to the model of which nothing can be read here: documents in the options, or what the provider keeps. */
    public boolean hasUnshownContent() {
        return false;
    }

    /** Knows the framework's objects that stand behind the request and its messages, and what of them goes to the model. */
    public ForeignParts foreignParts() {
        return ForeignParts.NONE;
    }

    /** The parts that differ from the framework's own request. */
    public abstract Set<Part> changed();

    /** The framework's own request; null when there is none or when a part was changed. */
    public abstract @Nullable Object nativeRequest();

    /** The framework's request that this one is or was edited from. */
    public abstract @Nullable Object origin();

    /**
     * Whether only what means the same for every provider is to be sent: messages, model, options, tools and schema of the answer. What the
     * {@link #origin()} says besides, in the words of the provider it was written for, stays behind.
     */
    public boolean isPortable() {
        return false;
    }

    /**
     * A copy for another provider, see {@link #isPortable()}. Its messages stand for no framework's own, so that thoughts, signatures and
     * other marks of the first provider do not reach the other one; answers with nothing else in them are left out.
     */
    public ChatRequest portable() {
        if (isPortable()) {
            return this;
        }
        List<Message> kept = new ArrayList<>(messages().size());
        for (Message message : messages()) {
            boolean empty = message.role() == Message.Role.ASSISTANT
                    && message.text().isEmpty()
                    && message.toolCalls().isEmpty();
            if (!empty) {
                kept.add(message.portable());
            }
        }
        return mutate().messages(kept).portable().build();
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

        @Nullable
        List<Message> messages;

        @Nullable
        String model;

        @Nullable
        ChatOptions options;

        @Nullable
        List<ToolDescription> tools;

        @Nullable
        String outputSchema;

        boolean portable;

        private Builder(@Nullable ChatRequest from) {
            this.from = from;
            if (from instanceof PlainChatRequest plain) {
                plain.copyTo(this);
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

        private Builder portable() {
            portable = true;
            return this;
        }

        public ChatRequest build() {
            if (from == null) {
                return new PlainChatRequest(null, null, Set.of(), this);
            }
            if (changed.isEmpty() && portable == from.isPortable()) {
                return from;
            }
            ChatRequestView view = from instanceof ChatRequestView own ? own : ((PlainChatRequest) from).view();
            changed.addAll(from.changed());
            return new PlainChatRequest(from, view, view == null ? Set.of() : Set.copyOf(changed), this);
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

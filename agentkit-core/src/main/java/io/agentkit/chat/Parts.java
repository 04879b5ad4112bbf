package io.agentkit.chat;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parts of a request. Copies of a request share those that they did not change, so that each is converted once for all of them. */
record Parts(
        ChatRequest.@Nullable View view,
        Lazy<List<Message>> messages,
        Lazy<Optional<String>> model,
        Lazy<ChatOptions> options,
        Lazy<List<ToolDescription>> tools,
        Lazy<Optional<String>> outputSchema) {

    static final Parts NONE = new Parts(
            null,
            Lazy.of(List.of()),
            Lazy.of(Optional.empty()),
            Lazy.of(ChatOptions.DEFAULTS),
            Lazy.of(List.of()),
            Lazy.of(Optional.empty()));

    static Parts of(ChatRequest.View view) {
        return new Parts(
                view,
                new Lazy<>(view::messages),
                new Lazy<>(() -> Optional.ofNullable(view.model())),
                new Lazy<>(view::options),
                new Lazy<>(view::tools),
                new Lazy<>(() -> Optional.ofNullable(view.outputSchema())));
    }

    Parts withMessages(List<Message> value) {
        return new Parts(view, Lazy.of(value), model, options, tools, outputSchema);
    }

    Parts withModel(@Nullable String value) {
        return new Parts(view, messages, Lazy.of(Optional.ofNullable(value)), options, tools, outputSchema);
    }

    Parts withOptions(ChatOptions value) {
        return new Parts(view, messages, model, Lazy.of(value), tools, outputSchema);
    }

    Parts withTools(List<ToolDescription> value) {
        return new Parts(view, messages, model, options, Lazy.of(value), outputSchema);
    }

    Parts withOutputSchema(@Nullable String value) {
        return new Parts(view, messages, model, options, tools, Lazy.of(Optional.ofNullable(value)));
    }
}

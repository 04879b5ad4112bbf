package io.agentkit.springai;

import io.agentkit.Attempt;
import io.agentkit.Cancellation;
import io.agentkit.Endpoint;
import io.agentkit.ProviderLimits;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.text.CanonicalWriter;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;

/** The end of a chain: the application's own model. What it throws goes out as it came. */
final class ChatModelEndpoint implements Endpoint<ChatRequest, ChatReply> {

    private final ChatModel model;

    private final ChainThreads threads;

    private final Provider provider;

    ChatModelEndpoint(ChatModel model, ChainThreads threads) {
        this.model = model;
        this.threads = threads;
        this.provider = Provider.of(model);
    }

    @Override
    public ChatReply send(Attempt<ChatRequest> attempt) {
        Prompt prompt = PromptWriter.write(attempt.request(), model);
        if (!attempt.isStreaming()) {
            ChatResponse response = call(prompt, attempt.cancellation());
            ProviderLimits limits = response == null ? null : LimitsReader.read(response);
            if (limits != null) {
                attempt.limits(limits);
            }
            return ResponseReply.of(response);
        }
        StreamSubscriber subscriber = new StreamSubscriber(attempt, threads);
        model.stream(prompt).subscribe(subscriber);
        subscriber.await();
        provider.requireFinished(attempt);
        return attempt.assembled().build();
    }

    private @Nullable ChatResponse call(Prompt prompt, Cancellation cancellation) {
        ModelInProgress here = ModelInProgress.here();
        Object before = here.enter();
        try {
            return cancellation.isPossible() ? callConnected(prompt, cancellation) : model.call(prompt);
        } finally {
            here.leave(before);
        }
    }

    private @Nullable ChatResponse callConnected(Prompt prompt, Cancellation cancellation) {
        Connection connection = new Connection();
        Cancellation.Registration registration = cancellation.onCancel(connection);
        connection.enter();
        try {
            return model.call(prompt);
        } finally {
            Connection.leave();
            registration.remove();
        }
    }

    /** The model that it asks for when a request names none. */
    @Nullable
    String ownModel() {
        ChatOptions options = model.getOptions();
        // A mock has none.
        return options == null ? null : options.getModel();
    }

    @Override
    public @Nullable String provider() {
        return provider.name();
    }

    /** Its type and its options, which name the server and count where a prompt has none. */
    @Override
    public boolean addSettings(CanonicalWriter out) {
        return out.with(NativeParts.INSTANCE).value(model.getClass().getName()) && out.value(model.getOptions());
    }

    @Override
    public boolean observesItself() {
        return provider.observesItself();
    }

    /** Two ends at the same model are one. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ChatModelEndpoint end && end.model == model;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(model);
    }
}

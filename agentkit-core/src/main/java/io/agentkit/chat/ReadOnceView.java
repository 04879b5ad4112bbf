package io.agentkit.chat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what was read of a framework's request, so that each part is converted once, also for all requests that are derived from one
 * another and when several threads ask at the same time.
 */
final class ReadOnceView implements ChatRequest.View {

    private final ChatRequest.View view;
    private volatile @Nullable List<Message> messages;
    private volatile @Nullable Named names;
    private volatile @Nullable ChatOptions options;
    private volatile @Nullable List<ToolDescription> tools;

    /** Both may be null, so that null cannot stand for "not read". */
    private record Named(@Nullable String model, @Nullable String outputSchema) {}

    ReadOnceView(ChatRequest.View view) {
        this.view = view;
    }

    @Override
    public List<Message> messages() {
        List<Message> read = messages;
        if (read == null) {
            synchronized (this) {
                read = messages;
                if (read == null) {
                    read = view.messages();
                    messages = read;
                }
            }
        }
        return read;
    }

    @Override
    public @Nullable String model() {
        return names().model();
    }

    @Override
    public @Nullable String outputSchema() {
        return names().outputSchema();
    }

    private Named names() {
        Named read = names;
        if (read == null) {
            synchronized (this) {
                read = names;
                if (read == null) {
                    read = new Named(view.model(), view.outputSchema());
                    names = read;
                }
            }
        }
        return read;
    }

    @Override
    public ChatOptions options() {
        ChatOptions read = options;
        if (read == null) {
            synchronized (this) {
                read = options;
                if (read == null) {
                    read = view.options();
                    options = read;
                }
            }
        }
        return read;
    }

    @Override
    public List<ToolDescription> tools() {
        List<ToolDescription> read = tools;
        if (read == null) {
            synchronized (this) {
                read = tools;
                if (read == null) {
                    read = view.tools();
                    tools = read;
                }
            }
        }
        return read;
    }

    @Override
    public Object nativeRequest() {
        return view.nativeRequest();
    }
}

package io.agentkit.chat;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request that stands for a framework's own, for bridges to extend. Each part is read when somebody asks for it and then kept, so that it
 * is read once and is the same object each time, also for requests derived from this one and when several threads ask at the same time.
 */
public abstract non-sealed class ChatRequestView extends ChatRequest {

    private volatile @Nullable List<Message> messages;
    private volatile @Nullable ChatOptions options;
    private volatile @Nullable List<ToolDescription> tools;

    // May be null also after they were read, which the flag tells; it is written last and read first.
    private @Nullable String model;
    private @Nullable String outputSchema;
    private volatile boolean named;

    protected ChatRequestView() {
        super((ChatRequest) null);
    }

    /** Makes what {@link #messages()} gives. */
    protected abstract List<Message> readMessages();

    /** Makes what {@link #model()} gives. */
    protected abstract @Nullable String readModel();

    /** Makes what {@link #options()} gives. */
    protected abstract ChatOptions readOptions();

    /** Makes what {@link #tools()} gives. */
    protected abstract List<ToolDescription> readTools();

    /** Makes what {@link #outputSchema()} gives. */
    protected abstract @Nullable String readOutputSchema();

    /** The framework's own request. */
    @Override
    public abstract Object origin();

    @Override
    public final List<Message> messages() {
        List<Message> read = messages;
        if (read == null) {
            synchronized (this) {
                read = messages;
                if (read == null) {
                    read = readMessages();
                    messages = read;
                }
            }
        }
        return read;
    }

    @Override
    public final @Nullable String model() {
        if (!named) {
            readNames();
        }
        return model;
    }

    @Override
    public final @Nullable String outputSchema() {
        if (!named) {
            readNames();
        }
        return outputSchema;
    }

    private synchronized void readNames() {
        if (!named) {
            model = readModel();
            outputSchema = readOutputSchema();
            named = true;
        }
    }

    @Override
    public final ChatOptions options() {
        ChatOptions read = options;
        if (read == null) {
            synchronized (this) {
                read = options;
                if (read == null) {
                    read = readOptions();
                    options = read;
                }
            }
        }
        return read;
    }

    @Override
    public final List<ToolDescription> tools() {
        List<ToolDescription> read = tools;
        if (read == null) {
            synchronized (this) {
                read = tools;
                if (read == null) {
                    read = readTools();
                    tools = read;
                }
            }
        }
        return read;
    }

    /** Nothing: what is changed is another request. */
    @Override
    public final Set<Part> changed() {
        return Set.of();
    }

    @Override
    public final Object nativeRequest() {
        return origin();
    }
}

package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.tool.ToolResult;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way into the chains for an application's own code: models, tools and runs. In a Spring application it is a bean. Thread-safe.
 *
 * <pre>{@code
 * try (var run = agentKit.run(r -> r.tenant("acme").user(id))) {
 *     ChatReply reply = agentKit.chat().send("hi");
 *     Charge charge = agentKit.tool("charge_card").call(json, Charge.class);
 *     return new Answer(reply.text(), run.id(), run.spend());
 * }
 * }</pre>
 */
public final class AgentKit {

    /** Finds models with their chains around them. */
    @FunctionalInterface
    public interface Models {

        /**
         * @param chain the name of a pair of chains; null for the default one
         * @throws IllegalArgumentException when there is no such pair, or no one model of it
         */
        Handler<ChatRequest, ChatReply> model(@Nullable String chain);
    }

    /** Calls tools through their chain. */
    @FunctionalInterface
    public interface Tools {

        /** @throws IllegalArgumentException when there is no such tool */
        ToolResult call(String name, String arguments);
    }

    /** Reads what tools and models give back. */
    @FunctionalInterface
    public interface Codec {

        <T> T read(String json, Class<T> type);

        /** The JSON schema of a type, for a model to answer in; null for none. */
        default @Nullable String schema(Class<?> type) {
            return null;
        }

        /**
         * As {@link #read}, for what a model answered.
         *
         * @throws AgentKitException of kind {@link ErrorKind#INVALID_OUTPUT} when the text is no such value
         */
        default <T> T output(String json, Class<T> type) {
            return read(json, type);
        }
    }

    private final ChainEnvironment environment;
    private final Models models;
    private final Tools tools;
    private final Codec codec;
    private final Consumer<Run.Spec> runDefaults;

    /** @param runDefaults what every run starts from before an application says what it is to be, such as a tenant */
    public AgentKit(
            ChainEnvironment environment, Models models, Tools tools, Codec codec, Consumer<Run.Spec> runDefaults) {
        this.environment = Objects.requireNonNull(environment, "'environment' must not be null");
        this.models = Objects.requireNonNull(models, "'models' must not be null");
        this.tools = Objects.requireNonNull(tools, "'tools' must not be null");
        this.codec = Objects.requireNonNull(codec, "'codec' must not be null");
        this.runDefaults = Objects.requireNonNull(runDefaults, "'runDefaults' must not be null");
    }

    /**
     * Opens a run and makes it the current one of this thread until it is closed. For a method that returns a stream: {@link Run#wrap}.
     */
    public Run run(Consumer<Run.Spec> spec) {
        boolean outermost = Run.current() == null;
        return Run.open(environment, run -> {
            if (outermost) {
                runDefaults.accept(run);
            }
            spec.accept(run);
        });
    }

    /** The application's model, behind the default chain. */
    public Chat chat() {
        return new Chat(models.model(null));
    }

    /**
     * The model behind a named chain.
     *
     * @throws IllegalArgumentException when there is no such chain, or no one model of it
     */
    public Chat chat(String chain) {
        return new Chat(models.model(chain));
    }

    /** A tool, behind its chain. It is looked up when it is called. */
    public Tool tool(String name) {
        return new Tool(Objects.requireNonNull(name, "'name' must not be null"));
    }

    /** A model to talk to. */
    public final class Chat {

        private final Handler<ChatRequest, ChatReply> handler;

        private Chat(Handler<ChatRequest, ChatReply> handler) {
            this.handler = handler;
        }

        public ChatReply send(String text) {
            return send(ChatRequest.user(text));
        }

        /** Asks on this thread and waits. */
        public ChatReply send(ChatRequest request) {
            return call(request, CallSettings.DEFAULTS);
        }

        public ChatReply stream(String text, StreamConsumer consumer) {
            return stream(ChatRequest.user(text), consumer, StreamMode.COMMIT);
        }

        /**
         * Asks on this thread, shows the answer to the consumer piece by piece and returns the whole.
         *
         * @param mode {@link StreamMode#RESTART} for a consumer that overrides {@link StreamConsumer#restarted}
         */
        public ChatReply stream(ChatRequest request, StreamConsumer consumer, StreamMode mode) {
            return call(request, CallSettings.DEFAULTS.streamingTo(consumer, mode));
        }

        public <T> Coerced<T> send(String text, Class<T> type) {
            return send(ChatRequest.user(text), type);
        }

        /**
         * Asks on this thread for an answer of a type. The model is told the type's JSON schema, unless the request has one; an
         * {@code output-coerce} in the chain repairs answers, checks them and asks again.
         *
         * @throws AgentKitException of kind {@link ErrorKind#INVALID_OUTPUT} when the answer is no such value
         */
        public <T> Coerced<T> send(ChatRequest request, Class<T> type) {
            return coerced(request, CallSettings.DEFAULTS, new WantedOutput<>(type, null));
        }

        /**
         * As {@link #send(ChatRequest, Class)}, and shows what there is of the value while the answer streams, if the chain has
         * {@code output-coerce}.
         *
         * @param partials is given values that hold more each time; those that are not there yet are null, zero or false
         */
        public <T> Coerced<T> stream(ChatRequest request, Class<T> type, Consumer<? super T> partials) {
            Objects.requireNonNull(partials, "'partials' must not be null");
            CallSettings settings = CallSettings.DEFAULTS.streamingTo(delta -> {}, StreamMode.COMMIT);
            return coerced(request, settings, new WantedOutput<>(type, partials));
        }

        private <T> Coerced<T> coerced(ChatRequest request, CallSettings settings, WantedOutput<T> output) {
            ChatRequest asked = request;
            if (request.outputSchema() == null) {
                asked = request.mutate()
                        .outputSchema(codec.schema(output.type()))
                        .build();
            }
            ChatReply reply = call(asked, settings.wanting(output));
            return new Coerced<>(codec.output(reply.text(), output.type()), reply);
        }

        private ChatReply call(ChatRequest request, CallSettings settings) {
            Run run = Run.current() == null ? Run.create(environment, runDefaults) : Run.forModelCall(environment);
            ChatReply reply = handler.call(request, settings.withRun(run));
            if (!reply.toolCalls().isEmpty()) {
                run.toolCalls().emitted(reply.toolCalls(), handler.chain().name());
            }
            return reply;
        }
    }

    /** A tool to call. */
    public final class Tool {

        private final String name;

        private Tool(String name) {
            this.name = name;
        }

        /**
         * Calls the tool on this thread.
         *
         * @param arguments JSON
         * @return the result as the tool gave it, usually JSON
         * @throws IllegalArgumentException when there is no such tool
         */
        public String call(String arguments) {
            return tools.call(name, arguments).text();
        }

        /** As {@link #call(String)}, with the result read as the type. */
        public <T> T call(String arguments, Class<T> type) {
            return codec.read(call(arguments), type);
        }
    }
}

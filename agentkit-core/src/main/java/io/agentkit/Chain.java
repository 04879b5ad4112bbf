package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Request;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * An ordered list of middlewares, the first outermost. Immutable and thread-safe. Put it {@link #around} an endpoint to call it.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
public final class Chain<Q extends Request, R> {

    private record Stage<Q extends Request, R>(String name, Middleware<Q, R> middleware) {}

    private final String name;
    private final CallKind kind;
    private final ChainEnvironment environment;
    private final List<Stage<Q, R>> stages;

    private Chain(String name, CallKind kind, ChainEnvironment environment, List<Stage<Q, R>> stages) {
        this.name = name;
        this.kind = kind;
        this.environment = environment;
        this.stages = List.copyOf(stages);
    }

    /** Starts a chain around models. */
    public static Builder<ChatRequest, ChatReply> chat(String name) {
        return new Builder<>(name, CallKind.CHAT);
    }

    /** Starts a chain around tools. */
    public static Builder<ToolRequest, ToolResult> tool(String name) {
        return new Builder<>(name, CallKind.TOOL);
    }

    public String name() {
        return name;
    }

    public CallKind kind() {
        return kind;
    }

    public ChainEnvironment environment() {
        return environment;
    }

    /** The middlewares' names, outermost first. */
    public List<String> names() {
        return stages.stream().map(Stage::name).toList();
    }

    /** Puts the chain around an endpoint. Do it once and keep the handler. */
    public Handler<Q, R> around(Endpoint<Q, R> endpoint) {
        Objects.requireNonNull(endpoint, "'endpoint' must not be null");
        int last = stages.size() - 1;
        Next<Q, R> next =
                new Terminal<>(endpoint, last < 0 ? name : stages.get(last).name());
        for (int i = last; i >= 0; i--) {
            Stage<Q, R> stage = stages.get(i);
            String caller = i == 0 ? name : stages.get(i - 1).name();
            next = new Link<>(stage.name(), caller, stage.middleware(), next);
        }
        return new Handler<>(this, hooks(), endpoint, next);
    }

    /** What runs around every request, that of the outermost middleware first. */
    private RequestHook[] hooks() {
        return stages.stream()
                .map(stage -> stage.middleware().hook())
                .filter(Objects::nonNull)
                .distinct()
                .toArray(RequestHook[]::new);
    }

    /** Nested as it runs, such as {@code tracing(meter(retry(model)))}. */
    @Override
    public String toString() {
        StringBuilder nested = new StringBuilder();
        for (Stage<Q, R> stage : stages) {
            nested.append(stage.name()).append('(');
        }
        return nested.append(kind == CallKind.CHAT ? "model" : "tool")
                .append(")".repeat(stages.size()))
                .toString();
    }

    /**
     * Collects the middlewares of a chain. Not thread-safe.
     *
     * @param <Q> the request
     * @param <R> the reply
     */
    public static final class Builder<Q extends Request, R> {

        private final String name;
        private final CallKind kind;
        private final List<Stage<Q, R>> stages = new ArrayList<>();
        private ChainEnvironment environment = ChainEnvironment.defaults();

        private Builder(String name, CallKind kind) {
            this.name = Objects.requireNonNull(name, "'name' must not be null");
            this.kind = kind;
        }

        public Builder<Q, R> environment(ChainEnvironment value) {
            environment = Objects.requireNonNull(value, "'environment' must not be null");
            return this;
        }

        /** Adds a middleware inside the ones added before. */
        public Builder<Q, R> add(String middlewareName, Middleware<Q, R> middleware) {
            Objects.requireNonNull(middlewareName, "'middlewareName' must not be null");
            Objects.requireNonNull(middleware, "'middleware' must not be null");
            stages.add(new Stage<>(middlewareName, middleware));
            return this;
        }

        public Chain<Q, R> build() {
            return new Chain<>(name, kind, environment, stages);
        }
    }
}

package io.agentkit;

import io.agentkit.chat.Request;
import org.jspecify.annotations.Nullable;

/** A call of which a middleware changed something. */
final class CallCopy<Q extends Request> extends Call<Q> {

    private final Turn<?> turn;
    private final RequestHook[] hooks;
    private final @Nullable AttributeNode attributes;
    private final @Nullable Endpoint<Q, ?> elsewhere;

    CallCopy(
            Turn<?> turn,
            Q request,
            RequestHook[] hooks,
            @Nullable DeltaSink sink,
            Cancellation cancellation,
            @Nullable AttributeNode attributes,
            @Nullable Endpoint<Q, ?> elsewhere) {
        super(request, sink, cancellation);
        this.turn = turn;
        this.hooks = hooks;
        this.attributes = attributes;
        this.elsewhere = elsewhere;
    }

    @Override
    Turn<?> turn() {
        return turn;
    }

    @Override
    RequestHook[] hooks() {
        return hooks;
    }

    @Override
    @Nullable
    AttributeNode attributes() {
        return attributes;
    }

    @Override
    @Nullable
    Endpoint<Q, ?> elsewhere() {
        return elsewhere;
    }
}

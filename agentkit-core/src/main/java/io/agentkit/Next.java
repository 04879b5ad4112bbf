package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Request;

/**
 * The rest of a chain. An immutable value: a middleware may call it never, once or again, also from several threads at once, and each call
 * runs the inner part anew.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
@FunctionalInterface
public interface Next<Q extends Request, R> {

    /** Runs the inner part. */
    R call(Call<Q> call);

    /**
     * Runs the inner part and changes the text of its answer, the same way in the deltas that a consumer sees and in the reply.
     */
    @SuppressWarnings("unchecked") // a ChatReply in, a ChatReply out
    default R call(Call<Q> call, DeltaTransform transform) {
        DeltaSink sink = call == null ? null : call.sink;
        R reply = call(sink == null ? call : call.withInnerSink(new TransformSink(sink, transform)));
        return reply instanceof ChatReply chat ? (R) TransformSink.apply(chat, transform) : reply;
    }
}

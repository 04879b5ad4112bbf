package io.agentkit;

import io.agentkit.chat.Request;

/**
 * The end of a chain: sends a request to a model or a tool. Thread-safe.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
@FunctionalInterface
public interface Endpoint<Q extends Request, R> {

    /**
     * Sends once and waits for the whole reply. When the attempt {@link Attempt#isStreaming() streams}, it pushes each delta into
     * {@link Attempt#delta} as it arrives and returns {@link Attempt#assembled()}. When {@link Attempt#cancellation()} is cancelled it has
     * to let go of the upstream at once; its thread is interrupted too.
     */
    R send(Attempt<Q> attempt);
}

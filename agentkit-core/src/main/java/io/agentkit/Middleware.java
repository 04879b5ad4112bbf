package io.agentkit;

import io.agentkit.chat.Request;

/**
 * Stands around the rest of a chain. Thread-safe. Implement {@link ChatMiddleware} or {@link ToolMiddleware}, or extend
 * {@link ChatPhases} or {@link ToolPhases} when calling {@code next} exactly once is all that is needed.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
@FunctionalInterface
public interface Middleware<Q extends Request, R> {

    /**
     * Handles a call: usually by passing it, or a copy of it, to {@code next}. Written as blocking code, also for streaming callers.
     *
     * @param call the call as it came, or a copy; a request that was built from scratch is refused
     * @param next the rest of the chain, to be called never, once or again
     * @return the reply, never null
     */
    R handle(Call<Q> call, Next<Q, R> next);
}

package io.agentkit;

import io.agentkit.chat.Request;
import org.jspecify.annotations.Nullable;

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

    /**
     * A hook that runs around every physical request of every call; it is asked for once, when a chain is put around an endpoint. Then
     * {@link Call#withHook} costs nothing for it. A middleware that names one has to add it to the calls it passes on all the same, since
     * it may be called by another middleware of which the chain knows nothing. Null by default.
     */
    default @Nullable RequestHook hook() {
        return null;
    }
}

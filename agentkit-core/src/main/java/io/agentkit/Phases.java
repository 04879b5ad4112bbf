package io.agentkit;

import io.agentkit.chat.Request;

/**
 * The phases of a middleware that calls the rest of the chain exactly once and cannot touch it otherwise.
 *
 * <p>Exactly one of {@link #onResponse} and {@link #onError} follows an {@link #onRequest} that returned. What one of them throws goes out
 * and reaches no other phase.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
public interface Phases<Q extends Request, R> {

    /** Changes the call or refuses it by throwing, usually a {@link BlockedException}. Passes it on by default. */
    default Call<Q> onRequest(Call<Q> call) {
        return call;
    }

    /** Sees the reply, and may replace it when it {@link #buffers} or nobody streams. Returns it by default. */
    default R onResponse(Call<Q> call, R reply) {
        return reply;
    }

    /**
     * Sees a failure of the inner part, and may return a reply in its place. Throws it again by default. Not called for a cancelled call
     * or an {@link Error}.
     */
    default R onError(Call<Q> call, RuntimeException error) {
        throw error;
    }

    /**
     * Whether a streaming consumer has to wait until {@code onResponse} has seen the whole reply. False by default: deltas pass live, and
     * what {@code onResponse} returns must then say the same.
     */
    default boolean buffers() {
        return false;
    }

    /** Runs the phases around the rest of a chain. */
    static <Q extends Request, R> R run(Phases<Q, R> phases, Call<Q> call, Next<Q, R> next) {
        Call<Q> changed = phases.onRequest(call);
        R reply;
        try {
            // A null is passed on: the chain names who did it.
            reply = next.call(changed != null && phases.buffers() ? changed.withoutSink() : changed);
        } catch (CancelledException cancelled) {
            throw cancelled;
        } catch (RuntimeException error) {
            return phases.onError(changed, error);
        }
        return phases.onResponse(changed, reply);
    }
}

package io.agentkit.cache;

import io.agentkit.chat.Request;
import org.jspecify.annotations.Nullable;

/**
 * How answers of one kind of chain are kept.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
interface Answers<Q extends Request, R> {

    /** What to keep of an answer; null for one that must not be given to others. */
    @Nullable
    CacheEntry entry(R answer);

    /** The answer as another call gets it. */
    R again(CacheEntry entry);

    /** Who was asked; null when the request does not say. */
    @Nullable
    String target(Q request);
}

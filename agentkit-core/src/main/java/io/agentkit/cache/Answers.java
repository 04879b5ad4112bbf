package io.agentkit.cache;

import io.agentkit.chat.Request;
import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * How answers of one kind of chain are kept.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
interface Answers<Q extends Request, R> {

    /**
     * What to keep of an answer; null for one that must not be given to others.
     *
     * @param usd what it has cost; null when that is not known
     */
    @Nullable
    KeptAnswer<R> keep(R answer, @Nullable Money usd);

    /** What an entry holds; null when another version wrote it. */
    @Nullable
    KeptAnswer<R> read(CacheEntry entry);

    /** Who was asked; null when the request does not say. */
    @Nullable
    String target(Q request);

    /** Whether a request that was sent asked just what the call asks, and nothing simpler. */
    boolean isSame(Q sent, Q asked);
}

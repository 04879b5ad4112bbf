package io.agentkit.cache;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * An answer that other calls get.
 *
 * @param <R> the reply
 */
interface KeptAnswer<R> extends CacheEntry {

    /** The answer as another call gets it. */
    R again();

    /** The wall clock when it was kept, in milliseconds; 0 when that does not matter. */
    default long since() {
        return 0;
    }

    /** The tokens that it took; null when nobody said. */
    default @Nullable Usage usage() {
        return null;
    }

    /** What it has cost; null when that is not known. */
    default @Nullable Money usd() {
        return null;
    }
}

package io.agentkit.limit;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a limiter looks like at a moment. Immutable.
 *
 * @param name the limiter
 * @param waiting how many requests wait, for all keys
 * @param busyKeys how many keys have used something that has not come in again
 * @param keys those, at most 20
 */
public record RateLimiterStatus(String name, int waiting, int busyKeys, List<Key> keys) {

    public RateLimiterStatus {
        keys = List.copyOf(keys);
    }

    /**
     * What one key looks like.
     *
     * @param key the key, {@code (all)} where there is only one
     * @param waiting how many requests wait
     * @param requests how many could go out now; null when they are not limited
     * @param tokens how many could be used now, less than 0 when more was used than there was; null when they are not limited
     * @param paused how long the provider has asked to wait; null when it has not
     */
    public record Key(
            String key,
            int waiting,
            @Nullable Long requests,
            @Nullable Long tokens,
            @Nullable Duration paused) {}
}

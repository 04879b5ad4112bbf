package io.agentkit.limit;

import io.agentkit.Event;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A limiter refused a request; nothing was sent.
 *
 * @param callId the call
 * @param number counts the requests of the call, from 1
 * @param limiter the limiter
 * @param key for whom this is
 * @param reason why
 * @param untilTurn time until its turn, as far as that was known; null when it would never come
 */
public record RateLimitRefused(
        String callId,
        int number,
        String limiter,
        String key,
        RateLimitReason reason,
        @Nullable Duration untilTurn) implements Event {

    @Override
    public String name() {
        return "rate-limit.refused";
    }
}

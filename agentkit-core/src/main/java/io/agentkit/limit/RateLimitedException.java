package io.agentkit.limit;

import io.agentkit.AgentKitException;
import io.agentkit.Failure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A limiter of ours refused a request; nothing was sent and nothing was taken. Of kind {@code RATE_LIMITED} for a model, with the wait
 * until its turn as {@code retryAfter}, and {@code NOT_CALLED} for a tool. The message names the limiter and nothing else, so that it can be
 * shown to anyone.
 */
public class RateLimitedException extends AgentKitException {

    private static final long serialVersionUID = 1L;

    private final String limiter;
    private final String key;
    private final RateLimitReason reason;
    private final @Nullable Duration wait;

    /**
     * @param limiter the limiter's name
     * @param key for whom this is
     * @param reason why
     * @param wait until its turn, as far as that was known; null when it would never come
     */
    RateLimitedException(
            Failure failure,
            String message,
            String limiter,
            String key,
            RateLimitReason reason,
            @Nullable Duration wait) {
        super(failure, message, null);
        this.limiter = limiter;
        this.key = key;
        this.reason = reason;
        this.wait = wait;
    }

    /** The limiter that refused. */
    public String limiter() {
        return limiter;
    }

    /** For whom this is, such as the tenant. */
    public String key() {
        return key;
    }

    public RateLimitReason reason() {
        return reason;
    }

    /** Until its turn, as far as that was known; null when it would never come. */
    public @Nullable Duration waitUntilTurn() {
        return wait;
    }
}

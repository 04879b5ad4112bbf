package io.agentkit.limit;

import io.agentkit.Event;
import java.time.Duration;

/**
 * A request has waited for its turn and goes on now.
 *
 * @param callId the call
 * @param number counts the requests of the call, from 1
 * @param limiter the limiter
 * @param key for whom this is
 * @param waited how long
 */
public record RateLimitWaited(String callId, int number, String limiter, String key, Duration waited) implements Event {

    @Override
    public String name() {
        return "rate-limit.waited";
    }
}

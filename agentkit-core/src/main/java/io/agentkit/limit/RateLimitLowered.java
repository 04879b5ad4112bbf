package io.agentkit.limit;

import io.agentkit.Event;
import java.time.Duration;

/**
 * A provider has asked to wait, and requests with the same key wait with the one it told.
 *
 * @param callId the call
 * @param number counts the requests of the call, from 1
 * @param limiter the limiter
 * @param key for whom this is
 * @param pause how long nobody goes
 */
public record RateLimitLowered(String callId, int number, String limiter, String key, Duration pause) implements Event {

    @Override
    public String name() {
        return "rate-limit.lowered";
    }
}

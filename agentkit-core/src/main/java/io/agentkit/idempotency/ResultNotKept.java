package io.agentkit.idempotency;

import io.agentkit.Event;

/**
 * A result was too long to be kept: the same call made again will be refused.
 *
 * @param callId the call
 * @param tool the tool
 * @param length of the result, in characters
 */
public record ResultNotKept(String callId, String tool, int length) implements Event {

    @Override
    public String name() {
        return "idempotent.result-not-kept";
    }
}

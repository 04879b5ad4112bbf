package io.agentkit.idempotency;

import io.agentkit.Event;

/**
 * A tool was called and gave no answer: nobody knows whether it has acted.
 *
 * @param callId the call
 * @param tool the tool
 * @param key of the call, to settle it by
 */
public record OutcomeBecameUnknown(String callId, String tool, String key) implements Event {

    @Override
    public String name() {
        return "idempotent.outcome-unknown";
    }
}

package io.agentkit.idempotency;

import io.agentkit.Event;

/**
 * A process was silent for longer than its lease, and somebody else has settled its call or made it again meanwhile. Its result goes to its
 * caller and is not kept.
 *
 * @param callId the call
 * @param tool the tool
 * @param key of the call
 */
public record HoldLost(String callId, String tool, String key) implements Event {

    @Override
    public String name() {
        return "idempotent.hold-lost";
    }
}

package io.agentkit;

import org.jspecify.annotations.Nullable;

/**
 * A provider's own count arrived after its request had been settled with an estimate or with nothing.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param number counts the requests of the call, from 1
 * @param target the model; null when nobody said
 * @param correction what was booked and what is true
 */
public record UsageCorrected(
        String callId, String chain, int number, @Nullable String target, Correction correction) implements Event {

    @Override
    public String name() {
        return "usage.corrected";
    }
}

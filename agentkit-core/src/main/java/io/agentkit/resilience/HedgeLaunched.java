package io.agentkit.resilience;

import io.agentkit.Event;
import java.time.Duration;

/**
 * A backup is asked.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param target the backup
 * @param reason why now
 * @param after how long after the call's first request went out, or after the call came where none has yet
 */
public record HedgeLaunched(String callId, String chain, String target, Reason reason, Duration after)
        implements Event {

    /** Why a backup is asked. */
    public enum Reason {
        /** Those before it were too slow. */
        DELAY,
        /** One before it failed. */
        FAILURE
    }

    @Override
    public String name() {
        return "hedge.launched";
    }
}

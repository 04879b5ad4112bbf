package io.agentkit.resilience;

import io.agentkit.Event;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A race is decided: of several that were asked one gives the answer, and the others are cancelled.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param target the winner; null for the request's own model where it names none
 * @param backup whether the winner is a backup
 * @param asked how many were asked
 * @param saved how much longer the request's own model would have taken, by those of its recent times that were longer than what it had
 *     taken when it was cancelled: an estimate; null when it won or had failed, and when none was longer
 */
public record HedgeWon(
        String callId,
        String chain,
        @Nullable String target,
        boolean backup,
        int asked,
        @Nullable Duration saved) implements Event {

    @Override
    public String name() {
        return "hedge.won";
    }
}

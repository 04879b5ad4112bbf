package io.agentkit.cache;

import io.agentkit.Attempt;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;

/**
 * Notes whether any request of a call succeeded: what comes without one is a refusal in words, or somebody else's answer.
 */
public final class Answered implements RequestHook {

    private volatile boolean once;

    @Override
    public void after(Attempt<?> attempt, Outcome outcome) {
        if (outcome.status() == Outcome.Status.SUCCEEDED) {
            once = true;
        }
    }

    /** Whether one did. */
    public boolean once() {
        return once;
    }
}

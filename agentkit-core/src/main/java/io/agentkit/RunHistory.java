package io.agentkit;

import org.jspecify.annotations.Nullable;

/**
 * Knows what runs used before, so that one which is continued under its id, perhaps in another process, goes on where it stood.
 * Thread-safe.
 */
@FunctionalInterface
public interface RunHistory {

    /**
     * What the run has used so far; null when there is none of that id.
     *
     * @throws AgentKitException of kind {@code STORE} when that cannot be told: the run must not start from nothing then
     */
    @Nullable
    RunTotals find(String run);
}

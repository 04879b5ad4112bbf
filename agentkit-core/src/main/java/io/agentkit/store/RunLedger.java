package io.agentkit.store;

import io.agentkit.RunHistory;
import io.agentkit.RunTotals;

/**
 * Keeps what runs used, so that their limits outlive a process. Thread-safe. A ledger that cannot do its work throws an
 * {@link io.agentkit.AgentKitException} of kind {@code STORE}.
 */
public interface RunLedger extends RunHistory {

    /** So many entries of a run, the newest, are known again at least. */
    int KNOWN_ENTRIES = 32;

    /**
     * Adds to what a run has used, in one step, and tells what it has used then.
     *
     * @param run the run's id
     * @param entry names what is added, for example by call and request. The same entry a second time adds nothing, so that after an answer
     *     that was lost it may be said again
     * @param more may be less than nothing in parts, for corrections
     */
    RunTotals add(String run, String entry, RunTotals more);
}

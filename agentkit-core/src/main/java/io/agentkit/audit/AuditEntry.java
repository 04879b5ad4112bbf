package io.agentkit.audit;

import java.time.Instant;

/**
 * What a store is given to keep, in the order it happened: that a tool is about to run, what became of a call, or a note of the store
 * itself.
 */
public sealed interface AuditEntry permits AuditStarted, AuditOutcome, AuditNote {

    /** When the tool was about to run, the call came, or the note was made. */
    Instant at();

    /**
     * Whether whoever appends it waits until it is as safe as the store can make it: it tells of an effect on the world. Others are handed
     * over, and are kept within milliseconds.
     */
    boolean isAwaited();
}

package io.agentkit.resilience;

import io.agentkit.Event;

/**
 * No backup is asked although it would be time, or none will be.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param reason why not
 */
public record HedgeRefused(String callId, String chain, Reason reason) implements Event {

    /** Why no backup is asked. */
    public enum Reason {
        /** The provider runs tools for this request, and would a second time. */
        HOSTED_TOOLS,
        /** The provider keeps the conversation, and would add to it twice. */
        STORED_CONVERSATION,
        /** The request refers to what only its own provider keeps, and all backups are elsewhere. */
        FOREIGN_CONTENT,
        /** The share of extra requests is used up. */
        REQUESTS,
        /** The share of extra money is used up. */
        SPEND,
        /** Money is limited and the backup's price is not known. */
        UNKNOWN_PRICE,
        /** All threads for backups are taken. */
        THREADS
    }

    @Override
    public String name() {
        return "hedge.refused";
    }
}

package io.agentkit.safety;

import io.agentkit.Event;
import io.agentkit.chat.Message.Role;
import io.agentkit.detect.Finding;

/**
 * A message holds what looks like an attack.
 *
 * @param callId the call
 * @param runId its run
 * @param chain name of the chain
 * @param role whose message it is; the assistant's for a reply
 * @param message its place in the conversation, from 0; the number of messages for a reply
 * @param finding which rule and where, never the text
 * @param action what becomes of it
 */
public record ContentFlagged(
        String callId, String runId, String chain, Role role, int message, Finding finding, SecurityAction action)
        implements Event {

    /** Told before the call is refused. */
    public boolean isBlocked() {
        return action == SecurityAction.BLOCK;
    }

    @Override
    public String name() {
        return isBlocked() ? "security.content-blocked" : "security.content-flagged";
    }
}

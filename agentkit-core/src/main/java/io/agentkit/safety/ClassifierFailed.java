package io.agentkit.safety;

import io.agentkit.Event;
import io.agentkit.Failure;

/**
 * The classifier could not judge a text.
 *
 * @param callId the call
 * @param runId its run
 * @param chain name of the chain
 * @param failure what failed, never a text
 * @param blocked whether the call was refused for it
 */
public record ClassifierFailed(String callId, String runId, String chain, Failure failure, boolean blocked)
        implements Event {

    @Override
    public String name() {
        return "security.classifier-failed";
    }
}

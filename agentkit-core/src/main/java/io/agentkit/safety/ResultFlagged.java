package io.agentkit.safety;

import io.agentkit.Event;
import java.util.List;

/**
 * What a tool gave back holds what looks like instructions.
 *
 * @param callId the call
 * @param runId its run
 * @param chain name of the chain
 * @param tool the tool
 * @param rules which phrases were found, never where or among what
 * @param blocked whether it was withheld from the model
 */
public record ResultFlagged(String callId, String runId, String chain, String tool, List<String> rules, boolean blocked)
        implements Event {

    public ResultFlagged {
        rules = List.copyOf(rules);
    }

    @Override
    public String name() {
        return "security.result-flagged";
    }
}

package io.agentkit.safety;

import io.agentkit.Event;
import io.agentkit.detect.Finding;
import java.util.List;

/**
 * What a tool gave back holds what looks like instructions.
 *
 * @param callId the call
 * @param runId its run
 * @param chain name of the chain
 * @param tool the tool
 * @param findings which rules found what where, never the text
 * @param blocked whether it was withheld from the model
 */
public record ResultFlagged(
        String callId, String runId, String chain, String tool, List<Finding> findings, boolean blocked)
        implements Event {

    public ResultFlagged {
        findings = List.copyOf(findings);
    }

    @Override
    public String name() {
        return "security.result-flagged";
    }
}

package io.agentkit.compaction;

import io.agentkit.Event;

/**
 * Nothing would have been left of a conversation, so it goes out as it came: it held only results without calls, and the like.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param runId its run
 * @param strategy how it was to be made shorter
 * @param messages messages as they came, and go out
 */
public record CompactionRejected(String callId, String chain, String runId, CompactionStrategy strategy, int messages)
        implements Event {

    @Override
    public String name() {
        return "context.compaction-rejected";
    }
}

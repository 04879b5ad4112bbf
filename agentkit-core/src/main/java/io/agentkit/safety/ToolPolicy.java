package io.agentkit.safety;

import io.agentkit.Call;
import io.agentkit.tool.ToolRequest;

/**
 * Decides which tools may be called, by whom and with what. A bean of this type is asked by {@code policy} besides its settings, and the
 * stricter of the two counts. It must be quick. When it throws, or gives back null, the call is refused. Has to be thread-safe.
 */
@FunctionalInterface
public interface ToolPolicy {

    /** @param call the tool with its arguments, its run and for whom that works */
    ToolVerdict decide(Call<ToolRequest> call);
}

package io.agentkit.observe;

import io.agentkit.Call;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;

/**
 * The observation of a tool's call.
 */
public final class ToolObservationContext extends CallObservationContext<ToolRequest, ToolResult> {

    ToolObservationContext(Call<ToolRequest> call, BoundedNames names, boolean contentIncluded) {
        super(call, names, contentIncluded);
    }
}

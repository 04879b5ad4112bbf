package io.agentkit.springai;

import io.agentkit.Attempt;
import io.agentkit.Endpoint;
import io.agentkit.ToolCallContext;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;

/** The end of every tool chain: calls the tool that the call brought along. */
final class ToolEndpoint implements Endpoint<ToolRequest, ToolResult> {

    static final ToolEndpoint INSTANCE = new ToolEndpoint();

    private ToolEndpoint() {}

    @Override
    public ToolResult send(Attempt<ToolRequest> attempt) {
        if (attempt.call().surroundings() instanceof ToolInvocation invocation) {
            return invocation.call(
                    attempt.call().run(),
                    attempt.request().name(),
                    attempt.request().arguments(),
                    attempt.call().attribute(ToolCallContext.IDEMPOTENCY_KEY));
        }
        throw new IllegalStateException("A tool call came without its tool");
    }
}
